# Strided slices of a grid.
board = torch.zeros(4, 4)
board[::2, 1::2] = 1
board[1::2, ::2] = 1
print(board)
print(board.sum(0), board.sum().item())
print(board[1], board[:, 1], board[-1, -2:])
