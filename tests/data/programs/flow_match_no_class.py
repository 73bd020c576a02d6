x = 5
match 3:
    case x(): print("no")
