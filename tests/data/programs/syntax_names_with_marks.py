x̄ = 3
β̂ = 2
v⃗ = 4
print(x̄ + 1, β̂, f"{v⃗}")
ā = 1
print(ā)
