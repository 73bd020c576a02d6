match 3:
    case int(1, 2): print("no")
