import threading, queue, time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
l = threading.Lock()
print(l.acquire(), l.locked(), l.acquire(False)); l.release()
try: l.release()
except RuntimeError as e: print(e)
def work(n, out): 
    with l: out.append((threading.current_thread().name, n))
out = []
ts = [threading.Thread(target=work, args=(i, out), name=f"w{i}") for i in range(3)]
for t in ts: t.start()
for t in ts: t.join()
print(out, threading.active_count(), threading.current_thread().name, ts[0].is_alive())
t = threading.Thread(target=work, args=(1, out)); print(t.name)
try: t.join()
except RuntimeError as e: print(e)
t.start(); t.join()
try: t.start()
except RuntimeError as e: print(e)
q = queue.Queue(maxsize=2); q.put(1); q.put(2)
try: q.put_nowait(3)
except queue.Full: print("full")
print(q.get(), q.get(), q.empty())
try: q.get(timeout=0.01)
except queue.Empty as e: print("empty", repr(e))
pq = queue.PriorityQueue()
for x in [(3, "c"), (1, "a")]: pq.put(x)
print(pq.get())
with ThreadPoolExecutor(3) as ex:
    fs = {ex.submit(lambda v: 10 // v, v): v for v in (1, 2, 0)}
    for f in sorted(as_completed(fs), key=lambda f: fs[f]):
        try: print(fs[f], f.result())
        except ZeroDivisionError as e: print(fs[f], e)
    print(list(ex.map(pow, [2, 3], [3, 2])), len(wait(fs).done))
r = threading.RLock()
with r:
    with r: print("re")
s = threading.Semaphore(2)
with s: print(s.acquire(blocking=False), s.acquire(blocking=False))
e = threading.Event(); print(e.wait(0.01)); e.set(); print(e.wait())
