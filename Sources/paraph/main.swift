print("paraph")
