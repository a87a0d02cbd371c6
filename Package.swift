// swift-tools-version: 6.0
import PackageDescription

/// `make fuzz` builds everything with libFuzzer's instruments, and the entries in Fuzz/ with it; other builds know of neither.
let isFuzzing = Context.environment["SKETCHREEL_FUZZ"] != nil
let swiftInstruments: [SwiftSetting] =
    isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-enable-testing", "-g"])] : []
let instruments =
    isFuzzing ? ["-fsanitize=fuzzer-no-link,undefined", "-fno-sanitize-recover=undefined", "-g"] : []

/// Every Swift target is built alike: language mode 6, strict memory safety, warnings as errors, imports that do not leak.
let strict: [SwiftSetting] =
    swiftInstruments + [
        .unsafeFlags(["-strict-memory-safety", "-warnings-as-errors"]),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
    ]
let cWarnings: [CSetting] = [
    .unsafeFlags(["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"] + instruments)
]

/// One Swift target and the targets it may import: the arrows of docs/ARCHITECTURE.md.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name, dependencies: dependencies,
        swiftSettings: [.unsafeFlags(["-warnings-as-errors"]), .enableUpcomingFeature("ExistentialAny")])
}

let package = Package(
    name: "sketchreel",
    products: [.executable(name: "sketchreel", targets: ["sketchreel"])],
    targets: [
        // One door for each C library.
        .target(
            name: "CFFmpegShim", cSettings: cWarnings,
            linkerSettings: ["avformat", "avcodec", "avutil", "swscale", "swresample"].map { .linkedLibrary($0) }),
        .target(
            name: "CStillsShim", cSettings: cWarnings,
            linkerSettings: ["heif", "jpeg", "png", "tiff", "webp", "webpdemux", "lcms2", "m"].map {
                .linkedLibrary($0)
            }),
        .target(
            name: "COpenCVShim",
            // Optimised in debug builds too: FLANN's search is made of templates, and unoptimised it takes most of the tests' time.
            cxxSettings: [
                .unsafeFlags(["-O2", "-isystem", "/usr/include/opencv4", "-Wall", "-Wextra", "-Werror"] + instruments)
            ],
            linkerSettings: ["core", "imgproc", "features2d", "flann", "calib3d", "aruco", "video"].map {
                .linkedLibrary("opencv_\($0)")
            }),
        .target(
            name: "CZimgShim", cSettings: cWarnings, linkerSettings: [.linkedLibrary("zimg"), .linkedLibrary("m")]),
        .target(
            name: "CPixelKernels",
            cSettings: cWarnings + [.unsafeFlags(["-O3", "-ffp-contract=off", "-fno-math-errno"])],
            linkerSettings: [.linkedLibrary("m")]),

        // Values.
        .target(name: "Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        target("Imaging", ["Geometry"]),

        // Rooms without pictures.
        target("Pipelines"),
        target("Files"),
        target("Arguments"),
        .target(name: "OrderedJSON", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),

        // What the stages are made of.
        target("MediaIO", ["Geometry", "Imaging", "CFFmpegShim", "CPixelKernels", "CStillsShim", "CZimgShim"]),
        target("Vision", ["Geometry", "Imaging", "COpenCVShim", "CPixelKernels"]),
        target("References", ["Geometry", "Imaging", "Files", "MediaIO", "Vision", "OrderedJSON"]),
        target("Tracking", ["Geometry", "Imaging", "OrderedJSON", "Vision", "References"]),
        target("Calibration", ["Geometry", "Imaging", "Vision"]),
        target("Albums", ["Imaging", "MediaIO"]),
        target("Shows", ["Imaging"]),
        target("Compositing", ["Geometry", "Imaging", "CPixelKernels"]),
        target("SceneRendering", ["Geometry", "Imaging", "CPixelKernels"]),
        target("Reports", ["Geometry", "Tracking"]),

        // The one place where stages meet, and its command line.
        target(
            "Sketchreel",
            [
                "Geometry", "Imaging", "Pipelines", "Files", "OrderedJSON", "MediaIO", "Vision", "References",
                "Tracking", "Calibration",
                "Albums", "Shows", "Compositing", "Reports",
            ]),
        .executableTarget(
            name: "sketchreel",
            dependencies: [
                "Arguments", "Calibration", "Geometry", "OrderedJSON", "Pipelines", "References", "Sketchreel",
            ],
            path: "Sources/sketchreel-cli",
            swiftSettings: strict),
        .executableTarget(
            name: "sample-maker",
            dependencies: ["Geometry", "Imaging", "SceneRendering"],
            swiftSettings: strict),

        // What several test targets share; no part of the product.
        .target(
            name: "TestSupport", dependencies: ["Geometry", "Imaging", "SceneRendering"], path: "Tests/TestSupport",
            swiftSettings: strict),

        tests("GeometryTests", ["Geometry", "SceneRendering"]),
        tests("ImagingTests", ["Geometry", "Imaging"]),
        tests("PipelinesTests", ["Pipelines"]),
        tests("FilesTests", ["Files", "TestSupport"]),
        tests("VisionTests", ["Geometry", "Imaging", "SceneRendering", "TestSupport", "Vision"]),
        tests(
            "TrackingTests",
            [
                "Geometry", "Imaging", "MediaIO", "OrderedJSON", "References", "SceneRendering", "TestSupport",
                "Tracking", "Vision",
            ]),
        tests(
            "CalibrationTests",
            [
                "Calibration", "Geometry", "Imaging", "MediaIO", "Pipelines", "SceneRendering", "Sketchreel",
                "TestSupport",
            ]),
        tests("ArgumentsTests", ["Arguments"]),
        tests("OrderedJSONTests", ["OrderedJSON"]),
        tests(
            "ReferencesTests",
            ["Files", "Geometry", "Imaging", "MediaIO", "References", "SceneRendering", "TestSupport", "Vision"]),
        tests("MediaIOTests", ["Geometry", "Imaging", "MediaIO", "TestSupport"]),
        tests("ShowsTests", ["Shows"]),
        tests("AlbumsTests", ["Albums", "MediaIO", "TestSupport"]),
        tests("CompositingTests", ["CPixelKernels", "Compositing", "Geometry", "Imaging"]),
        tests("SceneRenderingTests", ["Geometry", "Imaging", "SceneRendering"]),
        tests("ReportsTests", ["Geometry", "Imaging", "Reports", "Tracking"]),
        tests("ProjectTests", []),
        tests(
            "SketchreelTests", ["Sketchreel", "Compositing", "Files", "Geometry", "Imaging", "MediaIO", "TestSupport"]),
        tests(
            "RealClipTests",
            ["Geometry", "Imaging", "MediaIO", "Sketchreel", "TestSupport", "Tracking", "Vision"]),
        tests(
            "CommandLineTests",
            [
                "sketchreel", "Arguments", "Calibration", "Geometry", "Imaging", "MediaIO", "OrderedJSON", "References",
                "SceneRendering", "Sketchreel", "TestSupport", "Tracking",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

if isFuzzing {
    // libFuzzer brings a `main` of its own, and calls the commands: they are a library here.
    let products = package.targets.filter { $0.type == .regular }
    let commands = package.targets.filter { $0.name == "sketchreel" }.map {
        Target.target(
            name: $0.name, dependencies: $0.dependencies, path: $0.path, exclude: ["main.swift"], swiftSettings: strict)
    }
    let (fuzzer, driver) = ("fuzz", "CFuzzDriver")
    let called = [
        "Arguments", "Files", "Geometry", "Imaging", "MediaIO", "OrderedJSON", "References", "Reports", "Sketchreel",
        "Tracking", "Vision", "sketchreel", driver,
    ]
    package.products = [.executable(name: fuzzer, targets: [fuzzer])]
    package.targets =
        products + commands + [
            .target(name: driver, path: "Fuzz/Driver"),
            .executableTarget(
                name: fuzzer, dependencies: called.map { .byName(name: $0) }, path: "Fuzz",
                exclude: ["Driver", "dictionaries"], swiftSettings: strict,
                linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
        ]
}
