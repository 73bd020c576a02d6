import torch
import torch.distributions as D
class I(D.Independent): pass
i=I(D.Normal(torch.zeros(2,3),1.),1); e=i.expand((4,2)); print(type(e).__name__, e.batch_shape, e.event_shape, e.log_prob(torch.zeros(4,2,3)).shape, e)
class M(D.MixtureSameFamily): pass
m=M(D.Categorical(torch.ones(2)), D.Normal(torch.zeros(2),1.)); print(type(m.expand((3,))).__name__)
class TD(D.TransformedDistribution): pass
print(type(TD(D.Normal(0.,1.), D.transforms.ExpTransform()).expand((3,))).__name__)
class LN(D.LogNormal): pass
print(type(LN(0.,1.).expand((3,))).__name__)
class C(D.Categorical): pass
print(type(C(torch.ones(2)).expand((3,))).__name__)
class MV(D.MultivariateNormal): pass
print(type(MV(torch.zeros(2),torch.eye(2)).expand((3,))).__name__, MV(torch.zeros(2),torch.eye(2)).expand((3,)))
class LR(D.LowRankMultivariateNormal): pass
print(type(LR(torch.zeros(2),torch.ones(2,1),torch.ones(2)).expand((3,))).__name__)
class W(D.Wishart): pass
print(type(W(torch.tensor(3.),torch.eye(2)).expand((3,))).__name__)
for K,a in ((D.Beta,(1.,2.)),(D.Binomial,(3,.5)),(D.Geometric,(.5,)),(D.Gumbel,(0.,1.)),(D.HalfNormal,(1.,)),(D.Kumaraswamy,(1.,1.)),(D.Pareto,(1.,1.)),(D.RelaxedBernoulli,(torch.tensor(1.),torch.tensor(.5))),(D.StudentT,(3.,)),(D.VonMises,(0.,1.)),(D.Weibull,(1.,1.)),(D.Dirichlet,(torch.ones(2),)),(D.OneHotCategorical,(torch.ones(2),)),(D.Multinomial,(3,torch.ones(2))),(D.FisherSnedecor,(1.,2.)),(D.LogisticNormal,(torch.zeros(2),torch.ones(2))),(D.LKJCholesky,(2,1.)),(D.NegativeBinomial,(3,.5)),(D.RelaxedOneHotCategorical,(torch.tensor(1.),torch.ones(2))),(D.ContinuousBernoulli,(.3,)),(D.HalfCauchy,(1.,)),(D.InverseGamma,(1.,1.)),(D.Uniform,(0.,1.)),(D.Poisson,(1.,)),(D.Chi2,(2.,))):
    class S(K): pass
    try: e=S(*a).expand((4,)); print(K.__name__, type(e).__name__, e.batch_shape, e.event_shape)
    except Exception as x: print(K.__name__, type(x).__name__, x)
class Own(D.Distribution):
    arg_constraints={}
    def __init__(self, loc):
        self.loc=loc; super().__init__(loc.shape, validate_args=False)
    def expand(self, shape, _instance=None):
        return Own(self.loc.expand(shape))
    def log_prob(self, v): return -(v-self.loc)**2
    def sample(self, sample_shape=torch.Size()): return self.loc.expand(self._extended_shape(sample_shape))
o=Own(torch.zeros(2)); print(o._batch_shape, o._event_shape, o.batch_shape, o.expand((3,2)).batch_shape, D.Independent(o,1).log_prob(torch.ones(2)), o.sample((3,)).shape)
