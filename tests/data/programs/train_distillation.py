# Knowledge distillation: a small student learns from a large teacher's soft labels.
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    temperature: float = 2.0
    soft_weight: float = 0.25
    lr: float = 0.01
    epochs: int = 5
    hidden: tuple = (16, 4)


def mlp(sizes, activation=nn.ReLU):
    layers = []
    for n_in, n_out in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(n_in, n_out), activation()]
    return nn.Sequential(*layers[:-1])


def train_knowledge_distillation(teacher, student, x, labels, config):
    ce_loss = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(student.parameters(), lr=config.lr)
    T = config.temperature

    teacher.eval()  # Teacher set to evaluation mode
    student.train() # Student to train mode
    for epoch in range(config.epochs):
        optimizer.zero_grad()
        # Forward pass with the teacher model - do not save gradients here
        with torch.no_grad():
            teacher_logits = teacher(x)
        student_logits = student(x)
        soft_targets = nn.functional.softmax(teacher_logits / T, dim=-1)
        soft_prob = nn.functional.log_softmax(student_logits / T, dim=-1)
        soft_targets_loss = torch.sum(soft_targets * (soft_targets.log() - soft_prob)) / soft_prob.size()[0] * (T**2)
        label_loss = ce_loss(student_logits, labels)
        loss = config.soft_weight * soft_targets_loss + (1 - config.soft_weight) * label_loss
        loss.backward()
        optimizer.step()
        print(f"Epoch {epoch+1}/{config.epochs}, Loss: {loss.item():.4f} "
              f"(soft {soft_targets_loss.item():.4f}, hard {label_loss.item():.4f})")


config = Config(epochs=4)
print(config)
torch.manual_seed(42)
x = torch.randn(40, 5)
labels = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
teacher, student = (mlp([5, h, 3]) for h in config.hidden)
print("%s parameters, teacher: %d, student: %d" % (len(list(teacher.parameters())),
      sum(p.numel() for p in teacher.parameters()), sum(p.numel() for p in student.parameters())))
opt = torch.optim.Adam(teacher.parameters(), lr=0.05)
for _ in range(20):
    opt.zero_grad()
    F.cross_entropy(teacher(x), labels).backward()
    opt.step()
print("teacher: %.1f%%" % (100 * (teacher(x).argmax(1) == labels).float().mean()))
train_knowledge_distillation(teacher, student, x, labels, config)
print(all(p.grad is not None for p in student.parameters()))
