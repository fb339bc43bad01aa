// swift-tools-version: 6.2

import PackageDescription

/// What every target is compiled with, the tests too.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// What the sources are compiled with.
///
/// Every Swift file imports two libraries that nobody here uses; without them a process is 0.6 MB
/// smaller. In a release each function has a section of its own, so that the linker can put the
/// functions of a session side by side, as `.ci/section-order.txt` lists them: a page of the
/// program that is touched brings fifteen others into memory. Debug builds and the tests check that
/// accesses are exclusive; a release that checked again would execute 1.7 times as many
/// instructions for a piped press (row "piped" of the benchmarks).
let lean: [SwiftSetting] =
  strict + [
    .unsafeFlags([
      "-Xfrontend", "-disable-implicit-string-processing-module-import",
      "-Xfrontend", "-disable-implicit-concurrency-module-import",
    ]),
    .unsafeFlags(
      ["-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections"],
      .when(configuration: .release)),
  ]

let package = Package(
  name: "chimp",
  products: [
    // The golden-file tool, for other line programs.
    .library(name: "Transcripts", targets: ["Transcripts"]),
    .library(name: "Observing", targets: ["Observing"]),
    .library(name: "Records", targets: ["Records"]),
  ],
  traits: [
    // Many machines, one PostgreSQL: wants libpq.
    .trait(name: "Lab")
  ],
  targets: [
    .target(name: "Examiner", swiftSettings: lean),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .target(name: "Characters", swiftSettings: lean),
    .testTarget(
      name: "CharactersTests", dependencies: ["Characters"], swiftSettings: strict),
    .target(name: "Observing", swiftSettings: lean),
    .target(
      name: "ObservingDriver", dependencies: ["Observing"], path: "Tests/ObservingDriver",
      swiftSettings: lean),
    .executableTarget(
      name: "observing-driver", dependencies: ["CSystem", "ObservingDriver"],
      path: "Tests/ObservingDriverProgram", swiftSettings: lean),
    .testTarget(
      name: "ObservingTests", dependencies: ["Observing", "ObservingDriver", "TestSupport"],
      exclude: ["Corpus"], swiftSettings: strict),
    .target(
      name: "Records", dependencies: ["Characters", "CSQLite", "CSystem", "Observing"],
      swiftSettings: lean),
    .target(
      name: "FaultyFiles", dependencies: ["CSQLite"], path: "Tests/FaultyFiles"),
    .executableTarget(
      name: "records-double", dependencies: ["Records"], path: "Tests/RecordsDouble",
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "CSQLite", "FaultyFiles", "Observing", "Records", "TestSupport", "records-double",
      ],
      swiftSettings: strict),
    .target(name: "Science", dependencies: ["Examiner"], swiftSettings: lean),
    .testTarget(
      name: "ScienceTests", dependencies: ["Examiner", "Science"], exclude: ["Cases"],
      swiftSettings: strict),
    .target(name: "Shell", dependencies: ["Characters", "CSystem"], swiftSettings: lean),
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Shell"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ShellTests", dependencies: ["CSystem", "Shell", "TestSupport"],
      swiftSettings: strict),
    .target(name: "Transcripts", dependencies: ["Characters", "CSystem"], swiftSettings: lean),
    .target(
      name: "TranscriptDouble", dependencies: ["Transcripts"], path: "Tests/TranscriptDouble",
      swiftSettings: strict),
    .executableTarget(
      name: "transcript-double", dependencies: ["TranscriptDouble", "Transcripts"],
      path: "Tests/TranscriptDoubleProgram", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["Transcripts", "TranscriptDouble"],
      swiftSettings: strict),
    .target(
      name: "ChimpApplication",
      dependencies: [
        "Characters", "Examiner", "Observing", "Records", "Science", "Shell", "Transcripts",
      ],
      swiftSettings: lean),
    .executableTarget(
      name: "store-crowd", dependencies: ["TestSupport"], path: "Tests/StoreCrowd",
      swiftSettings: strict),
    .testTarget(
      name: "ChimpApplicationTests",
      dependencies: [
        "Characters", "ChimpApplication", "FaultyFiles", "Observing", "Records", "Science",
        "TestSupport", "Transcripts", "store-crowd",
      ], exclude: ["Golden", "Pages"], swiftSettings: strict),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "Lab",
      dependencies: [
        "Characters", "ChimpApplication", "Records", "Shell",
        .target(name: "CPostgreSQL", condition: .when(traits: ["Lab"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "chimp-lab", dependencies: ["Lab", "Shell"], swiftSettings: strict),
    .executableTarget(
      name: "lab-crowd", dependencies: ["TestSupport"], path: "Tests/LabCrowd",
      swiftSettings: strict),
    .testTarget(
      name: "LabTests",
      dependencies: ["ChimpApplication", "Lab", "Records", "TestSupport", "chimp", "chimp-lab"],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", swiftSettings: strict),
    .target(
      name: "CEditLine", cSettings: [.unsafeFlags(["-fblocks"])],
      linkerSettings: [
        .linkedLibrary("edit"), .linkedLibrary("tinfo"), .linkedLibrary("BlocksRuntime"),
        .linkedLibrary("bsd", .when(configuration: .release)),
        .linkedLibrary("md", .when(configuration: .release)),
      ]),
    .target(
      name: "CSystem", cSettings: [.unsafeFlags(["-fblocks"])],
      linkerSettings: [.linkedLibrary("BlocksRuntime")]),
    .target(
      name: "CSQLite", cSettings: [.unsafeFlags(["-fblocks"])],
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("m", .when(configuration: .release)),
        .linkedLibrary("BlocksRuntime"),
      ]),
    .testTarget(
      name: "TerminalTests", dependencies: ["Shell", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "chimp", dependencies: ["CEditLine", "ChimpApplication", "Shell", "Transcripts"],
      swiftSettings: lean,
      linkerSettings: [
        .unsafeFlags(
          [
            "-static-executable", "-Xlinker", "--gc-sections", "-Xlinker",
            "--section-ordering-file=\(Context.packageDirectory)/.ci/section-order.txt",
          ], .when(configuration: .release))
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ChimpApplication", "CSystem", "Examiner", "Observing", "Records", "Science", "Shell",
      ],
      path: "Tests/Benchmarks", exclude: ["Baseline"],
      swiftSettings: strict),
  ]
)
