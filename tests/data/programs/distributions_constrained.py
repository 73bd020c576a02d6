torch.manual_seed(0)
import torch.distributions as dist
from torch.distributions import constraints, transform_to, biject_to
from torch.distributions.constraint_registry import biject_to as b2
c=constraints
for name in 'real positive nonnegative unit_interval simplex lower_cholesky corr_cholesky positive_definite real_vector boolean one_hot'.split():
    for f in (transform_to,biject_to):
        try:
            t=f(getattr(c,name)); print(name,t,t.domain,t.codomain,t.bijective)
            x=torch.tensor([0.3,-1.2,2.1]) if name!='lower_cholesky' and name!='positive_definite' else torch.arange(9.).view(3,3)/10
            y=t(x); print(y, (t.inv(y)-x).abs().max() < 1e-3)
        except NotImplementedError as e: print(e)
for k in (c.interval(2.,5.), c.interval(0,1), c.half_open_interval(-1.,1.), c.less_than(3.), c.greater_than(torch.tensor([1.,2.])), c.independent(c.positive,1), c.independent(c.independent(c.interval(-1.,1.),1),1)):
    t=transform_to(k); print(t, t(torch.tensor([0.,1.])) if 'Indep' not in str(k) else t(torch.zeros(2,2)), t.log_abs_det_jacobian(torch.zeros(2,2),t(torch.zeros(2,2))) if hasattr(t,'log_abs_det_jacobian') else 0)
t=dist.transforms.CorrCholeskyTransform(); x=torch.randn(2,3,requires_grad=True); y=t(x); print(y, t.log_abs_det_jacobian(x,y), t.forward_shape((2,3)), t.inverse_shape((2,3,3)), t==dist.transforms.CorrCholeskyTransform()); y.pow(3).sum().backward(); print(x.grad)
print(dist.Normal.arg_constraints, dist.Normal.support, dist.Gamma.arg_constraints, dist.Beta.support, dist.Categorical.arg_constraints, dist.Poisson.support, dist.LogNormal.support, dist.MultivariateNormal.arg_constraints)
class My(dist.Normal): pass
print(My.arg_constraints, My.support, My(0.,1.).support)
class Mine(dist.Distribution):
    arg_constraints={'p':c.unit_interval}; support=c.boolean
print(Mine.arg_constraints, Mine.support, b2 is not None)
print(c.is_dependent(dist.Categorical.support), c.is_dependent(dist.Uniform(0.,1.).support))
print({k: transform_to(v)(torch.zeros(())) for k,v in dist.StudentT.arg_constraints.items()})
params={'loc':torch.zeros(3,requires_grad=True),'scale':torch.zeros(3,requires_grad=True)}
d=dist.Normal(**{k: transform_to(dist.Normal.arg_constraints[k])(v) for k,v in params.items()}); print(d); (-d.log_prob(torch.ones(3)).sum()).backward(); print(params['scale'].grad)
