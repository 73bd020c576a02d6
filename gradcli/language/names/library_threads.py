"""What Python's library has for threads, as programs of the language: each runs when it starts.

There is one thread of the host. What would wait for another one is refused, since none runs beside.
"""

THREADING = """
import sys

def waits(): raise RuntimeError("this waits for another thread, and each runs to its end here")

class local: __module__ = "_thread"

class Thread:
    __module__ = "threading"
    _made = 0
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if name is None:
            Thread._made += 1
            of = f" ({target.__name__})" if hasattr(target, "__name__") else ""
            name = f"Thread-{Thread._made}{of}"
        self.name, self.daemon, self.ident, self._state = str(name), bool(daemon), None, "initial"
        self._target, self._args, self._kwargs = target, args, kwargs or {}
    def __repr__(self):
        state = self._state + " daemon" * self.daemon
        ident = "" if self.ident is None else f" {self.ident}"
        return f"<{type(self).__name__}({self.name}, {state}{ident})>"
    def start(self):
        if self._state != "initial": raise RuntimeError("threads can only be started once")
        self._state, self.ident = "started", id(self)
        running.append(self)
        try: self.run()
        except SystemExit: pass
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            sys.stderr.write(f"Exception in thread {self.name}:\\n{said}\\n")
        finally:
            running.pop()
            self._state = "stopped"
    def run(self):
        if self._target is not None: self._target(*self._args, **self._kwargs)
    def join(self, timeout=None):
        if self._state == "initial": raise RuntimeError("cannot join thread before it is started")
        if self is running[-1]: raise RuntimeError("cannot join current thread")
        if self._state == "started" and timeout is None: waits()
    def is_alive(self): return self._state == "started"
    def getName(self): return self.name
    def setName(self, name): self.name = name
    def isDaemon(self): return self.daemon
    def setDaemon(self, daemonic): self.daemon = daemonic

class _MainThread(Thread):
    __module__ = "threading"

_main = _MainThread(name="MainThread")
_main._state, _main.ident = "started", id(_main)
running = [_main]

def current_thread(): return running[-1]
def main_thread(): return _main
def enumerate(): return list(running)
def active_count(): return len(running)
def get_ident(): return running[-1].ident

class Semaphore:
    __module__ = "threading"
    def __init__(self, value=1):
        if value < 0: raise ValueError("semaphore initial value must be >= 0")
        self._value = self._most = value
    def acquire(self, blocking=True, timeout=None):
        if self._value == 0:
            return waits() if blocking and timeout in (None, -1) else False
        self._value -= 1
        return True
    def release(self, n=1): self._value += n
    def __enter__(self): return self.acquire()
    def __exit__(self, *exc_info): self.release()

class BoundedSemaphore(Semaphore):
    __module__ = "threading"
    def release(self, n=1):
        if self._value + n > self._most: raise ValueError("Semaphore released too many times")
        self._value += n

class Lock(Semaphore):
    __module__, __qualname__ = "_thread", "lock"
    def __init__(self): super().__init__()
    def __repr__(self): return f"<{'unlocked' if self._value else 'locked'} _thread.lock object>"
    def locked(self): return self._value == 0
    def release(self):
        if self._value: raise RuntimeError("release unlocked lock")
        self._value = 1

class RLock(Semaphore):
    __module__ = "_thread"
    def __init__(self): super().__init__(0)
    def acquire(self, blocking=True, timeout=-1):
        self._value += 1
        return True
    def release(self):
        if not self._value: raise RuntimeError("cannot release un-acquired lock")
        self._value -= 1

class Condition(RLock):
    __module__ = "threading"
    def __init__(self, lock=None): super().__init__()
    def wait(self, timeout=None): return waits() if timeout is None else False
    def wait_for(self, predicate, timeout=None): return predicate() or self.wait(timeout)
    def notify(self, n=1): pass
    def notify_all(self): pass

class Event:
    __module__ = "threading"
    def __init__(self): self._flag = False
    def is_set(self): return self._flag
    def set(self): self._flag = True
    def clear(self): self._flag = False
    def wait(self, timeout=None): return self._flag or (waits() if timeout is None else False)
"""

QUEUE = """
import heapq
from collections import deque
from threading import Lock

class Empty(Exception): __module__ = "_queue"
class Full(Exception): __module__ = "queue"

def waits():
    raise RuntimeError("this waits for another thread, and each runs to its end here")

class Queue:
    __module__ = "queue"
    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)
    def _init(self, maxsize): self.queue = deque()
    def _put(self, item): self.queue.append(item)
    def _get(self): return self.queue.popleft()
    def qsize(self): return len(self.queue)
    def empty(self): return not self.queue
    def full(self): return 0 < self.maxsize <= len(self.queue)
    def put(self, item, block=True, timeout=None):
        if self.full():
            if block and timeout is None: waits()
            raise Full
        self._put(item)
        self.unfinished_tasks += 1
    def get(self, block=True, timeout=None):
        if not self.queue:
            if block and timeout is None: waits()
            raise Empty
        return self._get()
    def put_nowait(self, item): return self.put(item, block=False)
    def get_nowait(self): return self.get(block=False)
    def task_done(self):
        if self.unfinished_tasks <= 0: raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1
    def join(self):
        if self.unfinished_tasks: waits()

class LifoQueue(Queue):
    __module__ = "queue"
    def _init(self, maxsize): self.queue = []
    def _get(self): return self.queue.pop()

class PriorityQueue(Queue):
    __module__ = "queue"
    def _init(self, maxsize): self.queue = []
    def _put(self, item): heapq.heappush(self.queue, item)
    def _get(self): return heapq.heappop(self.queue)

class SimpleQueue(Queue):
    __module__ = "_queue"
    def __init__(self): super().__init__()
"""

FUTURES = """
from collections import namedtuple

ALL_COMPLETED, FIRST_COMPLETED = "ALL_COMPLETED", "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"

class CancelledError(Exception): __module__ = "concurrent.futures._base"
class BrokenExecutor(RuntimeError): __module__ = "concurrent.futures._base"

class Future:
    __module__ = "concurrent.futures._base"
    def __init__(self): self._result, self._error, self._done = None, None, False
    def __repr__(self):
        if not self._done: return "<Future state=pending>"
        outcome = self._result if self._error is None else self._error
        said = "returned" if self._error is None else "raised"
        return f"<Future state=finished {said} {type(outcome).__name__}>"
    def set_result(self, result): self._result, self._done = result, True
    def set_exception(self, exception): self._error, self._done = exception, True
    def done(self): return self._done
    def running(self): return False
    def cancel(self): return False
    def cancelled(self): return False
    def add_done_callback(self, fn): fn(self)
    def exception(self, timeout=None): return self._error
    def result(self, timeout=None):
        if self._error is not None: raise self._error
        return self._result

class Executor:
    __module__ = "concurrent.futures._base"
    def __init__(self, max_workers=None, *args, initializer=None, initargs=(), **options):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._open = True
        if initializer is not None: initializer(*initargs)
    def submit(self, fn, /, *args, **kwargs):
        if not self._open: raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        try: future.set_result(fn(*args, **kwargs))
        except Exception as error: future.set_exception(error)
        return future
    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)
    def shutdown(self, wait=True, *, cancel_futures=False): self._open = False
    def __enter__(self): return self
    def __exit__(self, *exc_info): self.shutdown()

class ThreadPoolExecutor(Executor): __module__ = "concurrent.futures.thread"
class ProcessPoolExecutor(Executor): __module__ = "concurrent.futures.process"

def as_completed(fs, timeout=None): yield from dict.fromkeys(fs)

DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", "done not_done")

def wait(fs, timeout=None, return_when=ALL_COMPLETED): return DoneAndNotDoneFutures(set(fs), set())
"""
