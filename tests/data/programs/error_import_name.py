from torch import sinus
