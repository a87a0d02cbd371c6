print("sketchreel")
