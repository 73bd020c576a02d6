# REINFORCE on a corridor: start in the middle, reach the right end.
import torch
import torch.nn as nn
import torch.optim as optim


class Categorical:
    """Actions with their probabilities."""

    def __init__(self, probs):
        self.probs = probs / probs.sum(-1, keepdim=True)
        self.logits = self.probs.log()

    def sample(self):
        return torch.multinomial(self.probs, 1, replacement=True).squeeze(-1)

    def log_prob(self, value):
        return self.logits.gather(-1, value.unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(self.probs * self.logits).sum(-1)


class Corridor:
    """Five cells; +1 at the right end, -1 at the left."""

    def __init__(self, length=5):
        self.length = length

    def reset(self):
        self.position = self.length // 2
        self.steps = 0
        return self.state()

    def state(self):
        s = torch.zeros(self.length)
        s[self.position] = 1.0
        return s

    def step(self, action):
        self.position += 1 if action == 1 else -1
        self.steps += 1
        if self.position <= 0:
            return self.state(), -1.0, True
        if self.position >= self.length - 1:
            return self.state(), 1.0, True
        return self.state(), -0.1, self.steps >= 20


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(5, 8)
        self.affine2 = nn.Linear(8, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        x = torch.relu(self.affine1(x))
        return torch.softmax(self.affine2(x), dim=-1)


torch.manual_seed(543)
env = Corridor()
policy = Policy()
optimizer = optim.Adam(policy.parameters(), lr=1e-2)
eps = torch.finfo(torch.float32).eps
gamma = 0.99


def select_action(state):
    probs = policy(state)
    m = Categorical(probs)
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode():
    R = 0
    policy_loss = []
    returns = []
    for r in policy.rewards[::-1]:
        R = r + gamma * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std(unbiased=False) + eps)
    for log_prob, R in zip(policy.saved_log_probs, returns):
        policy_loss.append(-log_prob * R)
    optimizer.zero_grad()
    loss = torch.stack(policy_loss).sum()
    loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]


running_reward = 0
for i_episode in range(1, 13):
    state, ep_reward, done = env.reset(), 0, False
    while not done:
        action = select_action(state)
        state, reward, done = env.step(action)
        policy.rewards.append(reward)
        ep_reward += reward
    running_reward = 0.05 * ep_reward + (1 - 0.05) * running_reward
    finish_episode()
    if i_episode % 3 == 0:
        print('Episode {}\tLast reward: {:.2f}\tAverage reward: {:.2f}'.format(i_episode, ep_reward, running_reward))
print(len(policy.rewards), policy(env.reset()).sum().item() > 0.999)
