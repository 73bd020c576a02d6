for dt in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.bool, torch.complex64, torch.complex128):
    t = torch.tensor([[0, 1, 2], [3, 4, 5]], dtype=dt)
    print(t, t.dtype, t.element_size())
    print(t[0, 1], t.sum() if dt != torch.bool else t.any(), torch.zeros(0, dtype=dt))
