device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
print(device, device.type, repr(device))
device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
x = torch.ones(2, device=device).to(device)
print(x.device, x.is_cuda, x.cpu().device == torch.device("cpu"))
print(torch.cuda.device_count())
import os
print(os.name, os.sep, os.pathsep, repr(os.linesep))
cuda = torch.cuda
print(cuda.max_memory_allocated(), cuda.memory_reserved("cuda:0"), cuda.is_bf16_supported(), cuda.get_arch_list())
cuda.empty_cache()
for refused in (cuda.current_device, cuda.get_device_properties, cuda.get_device_name, cuda.mem_get_info):
    try:
        refused(0) if refused is not cuda.current_device else refused()
    except AssertionError as e:
        print(e)
