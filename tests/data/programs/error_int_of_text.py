print(int("42"))
int("forty")
