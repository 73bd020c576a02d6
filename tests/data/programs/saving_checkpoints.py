import torch, torch.nn as nn, os, copy, io, pickle
from pathlib import Path
torch.manual_seed(0)
class EarlyStopping:
    """Early stops the training if validation loss doesn't improve after a given patience."""
    def __init__(self, patience=2, verbose=False, delta=0, path='checkpoint.pt', trace_func=print):
        self.patience, self.verbose, self.counter, self.best_score, self.early_stop, self.val_loss_min = patience, verbose, 0, None, False, float('inf')
        self.delta, self.path, self.trace_func = delta, path, trace_func
    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None: self.best_score = score; self.save_checkpoint(val_loss, model)
        elif score < self.best_score + self.delta:
            self.counter += 1; self.trace_func(f'EarlyStopping counter: {self.counter} out of {self.patience}')
            if self.counter >= self.patience: self.early_stop = True
        else: self.best_score = score; self.save_checkpoint(val_loss, model); self.counter = 0
    def save_checkpoint(self, val_loss, model):
        if self.verbose: self.trace_func(f'Validation loss decreased ({self.val_loss_min:.6f} --> {val_loss:.6f}).  Saving model ...')
        torch.save(model.state_dict(), self.path); self.val_loss_min = val_loss
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1)); opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
sched = torch.optim.lr_scheduler.StepLR(opt, 2, 0.5); es = EarlyStopping(verbose=True)
X, Y = torch.randn(32, 3), torch.randn(32, 1); vals = [0.5, 0.4, 0.45, 0.3, 0.35, 0.36, 0.1]
CK = Path('checkpoints'); CK.mkdir(exist_ok=True)
for ep, v in enumerate(vals):
    model.train(); opt.zero_grad(); l = nn.functional.mse_loss(model(X), Y); l.backward(); opt.step(); sched.step()
    es(v, model)
    torch.save({'epoch': ep, 'model_state_dict': model.state_dict(), 'optimizer_state_dict': opt.state_dict(), 'scheduler': sched.state_dict(), 'rng': torch.get_rng_state(), 'loss': l}, CK / f'ep{ep}.pth')
    if es.early_stop: print('Early stopping'); break
print(sorted(os.listdir('checkpoints')), [p.name for p in sorted(CK.iterdir())])
model.load_state_dict(torch.load('checkpoint.pt', weights_only=True)); model.eval(); print(model(X[:2]))
ck = torch.load(CK / 'ep3.pth'); print(ck.keys(), ck['epoch'], ck['loss'], ck['loss'].grad_fn, ck['loss'].requires_grad)
m2 = copy.deepcopy(model); o2 = torch.optim.SGD(m2.parameters(), lr=1.); o2.load_state_dict(ck['optimizer_state_dict']); print(o2.param_groups[0]['lr'], o2.state_dict()['state'][0]['momentum_buffer'].shape)
print(ck['scheduler'])
torch.set_rng_state(ck['rng']); a = torch.rand(2); torch.set_rng_state(ck['rng']); print(torch.equal(a, torch.rand(2)))
try: m2.load_state_dict(torch.load('checkpoint.pt')['model'])
except KeyError as e: print('KeyError', e)
sd = torch.load('checkpoint.pt'); sd.pop('0.bias'); sd['extra'] = torch.zeros(1)
try: m2.load_state_dict(sd)
except RuntimeError as e: print(e)
print(m2.load_state_dict(sd, strict=False))
buf = io.BytesIO(); torch.save(model, buf); buf.seek(0); m3 = torch.load(buf, weights_only=False); print(torch.equal(m3(X), model(X)), m3.training, m3[0].weight is model[0].weight)
b = pickle.dumps(model.state_dict()); sd2 = pickle.loads(b); print(type(sd2), list(sd2)[:2])
for p in CK.iterdir(): p.unlink()
CK.rmdir(); print(CK.exists(), os.path.isfile('checkpoint.pt'))
if os.path.exists('nothing.pt'): print('never')
else: print("=> no checkpoint found at '{}'".format('nothing.pt'))

