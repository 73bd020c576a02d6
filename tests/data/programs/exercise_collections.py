from collections import defaultdict, Counter, OrderedDict
c = Counter("mississippi")
print(c.most_common(2), c['s'])
d = defaultdict(list)
for k, v in [('a', 1), ('b', 2), ('a', 3)]:
    d[k].append(v)
print(dict(d), d['zz'])
