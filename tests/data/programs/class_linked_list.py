"""A linked list and a tree."""


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self, values=()):
        self.head = None
        self.size = 0
        for value in reversed(list(values)):
            self.push_front(value)

    def push_front(self, value):
        self.head = Node(value, self.head)
        self.size += 1

    def reverse(self):
        previous, node = None, self.head
        while node is not None:
            node.next, previous, node = previous, node, node.next
        self.head = previous
        return self

    def __iter__(self):
        return Walk(self.head)

    def __len__(self):
        return self.size

    def __repr__(self):
        return " -> ".join(repr(v) for v in self) or "empty"


class Walk:
    def __init__(self, node):
        self.node = node

    def __iter__(self):
        return self

    def __next__(self):
        if self.node is None:
            return next(iter(()))
        value = self.node.value
        self.node = self.node.next
        return value


l = LinkedList([1, 2, 3])
print(l, len(l), l.reverse(), LinkedList(), [a + b for a in l for b in l])
it = iter(l)
print(next(it), next(it), next(it), next(it, "done"), iter(it) is it)


class Tree:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = key, left, right

    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(key))
        else:
            child.insert(key)
        return self

    def inorder(self):
        left = self.left.inorder() if self.left else []
        right = self.right.inorder() if self.right else []
        return left + [self.key] + right

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)

    def __repr__(self):
        return f"({self.left or '.'} {self.key} {self.right or '.'})"


t = Tree(5)
for key in (2, 8, 1, 9, 3):
    t.insert(key)
print(t.inorder(), t.depth(), t)
deep = LinkedList(range(3000))
print(sum(deep), len(deep))
