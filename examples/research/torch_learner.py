"""The learner of learner.py with its network in PyTorch (`pip install torch`), as a start for larger ones.

python examples/research/torch_learner.py [POSITIONS] [GAMES]
"""

from __future__ import annotations

import sys

import torch
from learner import Floats, main
from torch import nn


class TorchNetwork:
    """One hidden layer, trained with Adam on the squared error."""

    def __init__(self, inputs: int, hidden: int = 96, seed: int = 1) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.layers = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, 1), nn.Flatten(0))
        self.middle, self.spread = torch.zeros(inputs), torch.ones(inputs)

    def predict(self, rows: Floats) -> Floats:
        with torch.no_grad():
            return self.layers((torch.from_numpy(rows) - self.middle) / self.spread).numpy()

    def train(self, rows: Floats, values: Floats, epochs: int, batch: int = 256) -> list[float]:
        """The mean squared error after each epoch."""
        seen, worth = torch.from_numpy(rows), torch.from_numpy(values)
        self.middle, self.spread = seen.mean(0), seen.std(0) + 0.1
        seen = (seen - self.middle) / self.spread
        optimiser = torch.optim.Adam(self.layers.parameters(), lr=0.002)
        slower = torch.optim.lr_scheduler.LinearLR(optimiser, 1, 1 / epochs, epochs)
        errors = []
        for _ in range(epochs):
            total = 0.0
            for chosen in torch.randperm(len(seen)).split(batch):
                optimiser.zero_grad()
                loss = nn.functional.mse_loss(self.layers(seen[chosen]), worth[chosen])
                loss.backward()
                optimiser.step()
                total += loss.item() * len(chosen)
            slower.step()
            errors.append(total / len(seen))
        return errors


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), made=TorchNetwork)
