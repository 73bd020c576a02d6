import csv
import glob
import os
import shutil
from pathlib import Path

os.makedirs("runs/a/b", exist_ok=True)
for step in range(3):
    torch.save({"step": step}, f"runs/a/ck{step}.pt")
print(sorted(glob.glob("runs/a/*.pt")), sorted(glob.glob("./runs/*/ck[12].pt")), glob.glob("*.pt"))
print(sorted(os.listdir("runs/a")), os.path.isdir("runs/a"), os.path.isfile("runs/a/ck0.pt"))
newest = max(glob.glob(os.path.join("runs", "a", "*.pt")), key=lambda name: int(name[-4]))
print(newest, torch.load(newest))
os.rename(newest, "runs/best.pt")
print(torch.load("runs/best.pt"), os.path.exists(newest), Path("runs/best.pt").exists())
with open("runs/log.csv", "w", newline="") as file:
    log = csv.DictWriter(file, fieldnames=["epoch", "loss"])
    log.writeheader()
    for epoch in range(2):
        log.writerow({"epoch": epoch, "loss": 1 / (epoch + 1)})
with open("runs/log.csv") as file:
    for row in csv.DictReader(file):
        print(row["epoch"], float(row["loss"]))
for attempt in (
    lambda: os.mkdir("runs"),
    lambda: os.rmdir("runs"),
    lambda: os.mkdir("x/y"),
    lambda: os.remove("none"),
    lambda: os.listdir("none"),
    lambda: open("runs"),
    lambda: open("none.txt", "r+"),
    lambda: open("a.txt", "q"),
    lambda: Path("none").read_text(),
    lambda: os.rename("none", "other"),
):
    try:
        attempt()
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
shutil.rmtree("runs")
print(os.listdir("."), os.path.exists("runs/a"))
