import torch
from torch import tensor
import torch.distributions as D
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e).splitlines()[0][:150])
torch.manual_seed(0)
fam = dict(
 n=D.Normal(tensor(0.5), tensor(2.)), u=D.Uniform(tensor(-1.), tensor(3.)), e=D.Exponential(tensor(2.)), g=D.Gamma(tensor(2.), tensor(3.)), b=D.Beta(tensor(2.), tensor(3.)),
 gu=D.Gumbel(tensor(0.5), tensor(2.)), l=D.Laplace(tensor(0.5), tensor(2.)), p=D.Pareto(tensor(1.), tensor(3.)), ln=D.LogNormal(tensor(0.5), tensor(2.)), po=D.Poisson(tensor(2.)), be=D.Bernoulli(tensor(0.3)), bi=D.Binomial(3, tensor(0.3)),
 c=D.Categorical(tensor([0.2,0.8])), d=D.Dirichlet(tensor([1.,2.])), ge=D.Geometric(tensor(0.3)), hn=D.HalfNormal(tensor(1.)), ca=D.Cauchy(tensor(0.), tensor(1.)), cb=D.ContinuousBernoulli(tensor(0.3)), st=D.StudentT(tensor(3.)), mv=D.MultivariateNormal(torch.zeros(2), torch.eye(2)*2), oc=D.OneHotCategorical(tensor([0.2,0.8])), ind=D.Independent(D.Normal(torch.zeros(2), torch.ones(2)),1))
for a in fam:
    for b in fam:
        try: r = D.kl_divergence(fam[a], fam[b])
        except Exception as e: r = (type(e).__name__, str(e).splitlines()[0][:120] if str(e) else '')
        print(a, b, r)
