# The commands of this project; `make help` lists them. Each one installs what it needs first (scripts/setup.sh).
.DEFAULT_GOAL := help
.PHONY: help setup build demo test lint format asan bench bench-catalog bench-tracking bench-poses bench-fresh bench-drawings bench-picture bench-colour \
    bench-real bench-sound bench-memory bench-setup fuzz fuzz-files clean

# What `make demo` works on; give your own: make demo CLIP=party.mov ALBUM=~/Videos/party
CLIP ?= Samples/clip.mp4
ALBUM ?=
REFERENCES ?= ReferenceImages
SEED ?= 2
export CLIP ALBUM REFERENCES SEED

# Which benches run on what: make bench-tracking ONLY=blur,720 CLIPS=~/clips JOBS=1; make bench RUNS=5; QUICK=1 for less.
ONLY ?=
CLIPS ?=
JOBS ?= 2
RUNS ?=
QUICK ?=
MINUTES ?=
export ONLY CLIPS JOBS RUNS QUICK MINUTES

# make fuzz TIME=60 ONLY=stills,clips; make fuzz-files COUNT=5000
TIME ?= 600
COUNT ?= 2000
export TIME

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Check the Swift toolchain and install the Debian packages that are missing
	@scripts/setup.sh

build: setup ## Build sketchreel in release mode
	swift build -c release --product sketchreel

demo: build ## Make the drawing in a clip play a film: out/demo.mp4 and out/demo.png (CLIP=… ALBUM=… for your own)
	@scripts/demo.sh

test: setup ## Build and run every test
	@scripts/test.sh

lint: setup ## Check the format, warnings (as errors) and the arrows between targets
	swift format lint --strict --recursive Sources Tests Fuzz Package.swift
	swift build --build-tests --explicit-target-dependency-import-check error

format: ## Lay the sources out as the linter wants them
	swift format --in-place --recursive Sources Tests Fuzz Package.swift

asan: setup ## Run the tests under AddressSanitizer
	@scripts/test.sh --sanitize=address

fuzz: setup ## Feed broken bytes to everything that reads files, with sanitizers (TIME=600 seconds each, ONLY=stills,clips,…)
	@scripts/fuzz/run.sh

fuzz-files: setup ## Give broken files to the program itself (COUNT=2000)
	SKETCHREEL_BROKEN_INPUTS=$(COUNT) swift test --disable-xctest --filter BrokenInputsTests

bench-setup: build
	@scripts/setup.sh bench

bench: bench-setup ## Time, memory and start-up on CLIP beside a transcode by ffmpeg, and of large catalogs (RUNS=3, QUICK=1)
	@scripts/bench/speed.py
	@scripts/bench/catalog.py

bench-catalog: bench-setup ## The part of bench about a catalog of 1,000 drawings alone (RUNS=3, QUICK=1)
	@scripts/bench/catalog.py

bench-tracking: bench-setup ## Corners against the truth, beside other trackers (ONLY=…, CLIPS=…, JOBS=2)
	@scripts/bench/tracking.py

bench-poses: bench-setup ## Poses and focal lengths against the truth, without and with the true camera (ONLY=…, CLIPS=…, JOBS=2)
	@scripts/bench/poses.py

# SEED has a default for the demo; clips that nobody has looked at need one that is chosen.
bench-fresh: bench-setup ## Ten new clips beside the given ones: SEED=… chooses them (ONLY=…, JOBS=2)
	@$(if $(filter file,$(origin SEED)),SEED= )scripts/bench/fresh.py

bench-drawings: bench-setup ## Real drawings in rendered clips (ONLY=…, CLIPS=… where clips are kept, JOBS=2)
	@scripts/bench/drawings.py

bench-picture: bench-setup ## Pictures against the film really on the page, in dB (QUICK=1)
	@scripts/bench/pictures.py

bench-colour: bench-setup ## A colour chart through all pairs of clip and film colours, in ΔE2000 (ONLY=hlg,pq)
	@scripts/bench/colours.py

bench-real: bench-setup ## Anchors in the real clips of the given data against their pictures
	@scripts/bench/real_clips.py

bench-sound: bench-setup ## Sound in step with pictures over an hour, and every timestamp (QUICK=1 for five minutes)
	@scripts/bench/sound.py

bench-memory: bench-setup ## Memory of track over a long clip, and what its checkpoints cost (MINUTES=60, QUICK=1 for five)
	@scripts/bench/memory.py

clean: ## Remove everything that was built or made
	rm -rf .build out
