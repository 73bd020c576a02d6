import argparse
import torch
parser = argparse.ArgumentParser(description='PyTorch MNIST Example', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
parser.add_argument('--batch-size', type=int, default=64, metavar='N', help='input batch size for training (default: 64)')
parser.add_argument('--epochs', type=int, default=14, metavar='N')
parser.add_argument('--lr', type=float, default=1.0)
parser.add_argument('--gamma', type=float, default='0.7', metavar='M')
parser.add_argument('--no-cuda', action='store_true', default=False)
parser.add_argument('--dry-run', action='store_true')
parser.add_argument('-v', '--verbose', action='count', default=0)
parser.add_argument('--name', default='run')
parser.add_argument('--act', choices=['relu', 'tanh'], default='relu')
parser.add_argument('--sizes', nargs='+', type=int, default=[10, 20])
parser.add_argument('--keep', dest='kept', action='store_false')
parser.add_argument('data', nargs='?', default='here')
group = parser.add_argument_group('model')
group.add_argument('--hidden', type=int, default=3)
parser.add_argument('-s', type=lambda t: t.upper(), default='abc')
args = parser.parse_args()
print(args)
print(args.batch_size, args.lr, not args.no_cuda and torch.cuda.is_available(), args.gamma, args.s)
print(vars(args))
args.extra = 5
print('lr' in args, 'nope' in args, args.extra, getattr(args, 'nope', None))
args = parser.parse_args(['--lr', '0.5', '--batch-size=8', '--dry-run', '-v', '-v', '--act', 'tanh', '--sizes', '1', '2', '3', '--keep', 'there', '-s', 'q'])
print(args)
print(parser.parse_args([]) == parser.parse_args([]), parser.get_default('lr'))
known, rest = parser.parse_known_args(['--lr', '-2', '--what', '3'])
print(known.lr, rest)
parser.set_defaults(lr=9.0, other='x')
print(parser.parse_args([]))
print(argparse.Namespace(a=1, b='c'), argparse.Namespace(a=1) == argparse.Namespace(a=1))
ns = argparse.Namespace(lr=3)
print(parser.parse_args([], namespace=ns).lr, ns.epochs)
p = argparse.ArgumentParser()
p.add_argument('--x', action='append')
p.add_argument('--pair', nargs=2, type=float)
p.add_argument('--c', action='store_const', const=7)
p.add_argument('--d', default=argparse.SUPPRESS)
print(p.parse_args(['--x', '1', '--x', '2', '--pair', '1', '2.5']), p.parse_args([]))
for key, value in vars(p.parse_args([])).items(): print(key, value)
for bad in (['--nope'], ['--pair', '1'], ['--x'], ['--pair', 'a', 'b']):
    try:
        p.parse_args(bad)
    except SystemExit as e:
        print('ended')
q = argparse.ArgumentParser()
q.add_argument('--need', required=True)
try:
    q.parse_args([])
except SystemExit:
    print('ended')
def flag(text):
    if text in ('yes', 'true'): return True
    if text in ('no', 'false'): return False
    raise argparse.ArgumentTypeError('Boolean value expected.')
r = argparse.ArgumentParser('train')
r.add_argument('--flag', type=flag, default=False)
r.add_argument('--amp', action=argparse.BooleanOptionalAction, default=True)
r.add_argument('files', nargs='*')
print(r.parse_args([]), r.parse_args(['--flag', 'yes', '--no-amp']), r.parse_args(['a', 'b', '--flag=no']))
try:
    r.parse_args(['--flag', 'x'])
except SystemExit:
    print('ended')
for f in (lambda: q.add_argument('--z', action='fly'), lambda: q.add_argument('--y', colour=3)):
    try: f()
    except (ValueError, TypeError) as e: print(type(e).__name__)
