try: 1/0
except (ValueError, 3): pass
