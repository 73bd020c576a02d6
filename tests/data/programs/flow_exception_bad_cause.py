raise ValueError("x") from 3
