print("scenesim")
