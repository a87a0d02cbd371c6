// Compiles a function twice, for any x86-64 and for one with AVX2; the loader picks one. Nothing is fused (see
// Package.swift), so both give the same bits.
#pragma once

#if defined(__x86_64__) && defined(__linux__)
#define WITH_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define WITH_CLONES
#endif
