// Sketchreel
