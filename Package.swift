// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "chimp",
  products: [
    // The golden-file tool, for other line programs.
    .library(name: "Transcripts", targets: ["Transcripts"]),
    .executable(name: "transcripts", targets: ["transcripts-tool"]),
    .library(name: "Observing", targets: ["Observing"]),
  ],
  traits: [
    // Many machines, one PostgreSQL: wants libpq.
    .trait(name: "Lab")
  ],
  targets: [
    .target(name: "Examiner", swiftSettings: strict),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .testTarget(
      name: "ChimpSystemTests", dependencies: ["ChimpSystem", "TestSupport"],
      swiftSettings: strict),
    .target(name: "Observing", swiftSettings: strict),
    .target(
      name: "ObservingDriver", dependencies: ["Observing"], path: "Tests/ObservingDriver",
      swiftSettings: strict),
    .executableTarget(
      name: "observing-driver",
      dependencies: ["ChimpSystem", "Observing", "ObservingDriver"],
      path: "Tests/ObservingDriverProgram", swiftSettings: strict),
    // The examples of the documentation, which an outside package compiles as well.
    .target(
      name: "ObservingExamples", dependencies: ["Observing"], path: "Tests/Outsiders/Observing",
      exclude: [
        "Apple.swift", "CSQLite.swift", "CSystem.swift", "Characters.swift", "Package.swift",
        "System.swift", "main.swift",
      ],
      sources: [
        "ArticleExamples.swift", "CommentExamples.swift", "Examples.swift", "Model.swift",
      ], swiftSettings: strict),
    .testTarget(
      name: "ObservingTests",
      dependencies: ["Observing", "ObservingDriver", "ObservingExamples", "TestSupport"],
      exclude: ["Corpus"], swiftSettings: strict),
    .target(
      name: "Records",
      dependencies: ["CChimpSystem", "CSQLite", "ChimpSystem", "Observing"],
      swiftSettings: strict),
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
        "ChimpSystem", "FaultyFiles", "Observing", "Records", "TestSupport", "records-double",
      ],
      swiftSettings: strict),
    // Optimized for the tests, too, whose loops of numbers take seven times as long without.
    .target(
      name: "Science", dependencies: ["Examiner"],
      swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(
      name: "ScienceTests", dependencies: ["Examiner", "Science", "TestSupport"],
      exclude: ["Cases"],
      swiftSettings: strict),
    .target(
      name: "Events", dependencies: [],
      swiftSettings: strict),
    .testTarget(name: "EventsTests", dependencies: ["Events"], swiftSettings: strict),
    .target(
      name: "Shell",
      dependencies: ["CChimpSystem", "ChimpSystem"],
      swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["ChimpSystem", "Events", "Shell"],
      swiftSettings: strict),
    .target(
      name: "Game",
      dependencies: ["ChimpSystem", "Examiner", "Observing", "Science"],
      swiftSettings: strict),
    .testTarget(
      name: "GameTests", dependencies: ["Examiner", "Game", "Observing", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "Studies", dependencies: ["Examiner", "Game", "Science", "Shell"],
      swiftSettings: strict),
    .testTarget(
      name: "StudiesTests", dependencies: ["Examiner", "Game", "Shell", "Studies"],
      swiftSettings: strict),
    .target(
      name: "Archive",
      dependencies: [
        "CChimpSystem", "ChimpSystem", "Events", "Examiner", "Game", "Observing", "Records",
        "Science", "Shell", "Studies",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ArchiveTests", dependencies: ["Archive", "Records", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "Exchange",
      dependencies: [
        "Archive", "ChimpSystem", "Events", "Examiner", "Game", "Records", "Shell", "Studies",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "Archive", "ChimpSystem", "Exchange", "FaultyFiles", "Game", "Records", "SampleData",
        "Shell", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "Statistics",
      dependencies: [
        "Archive", "Events", "Examiner", "Game", "Records", "Science", "Shell", "Studies",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StatisticsTests",
      dependencies: ["Archive", "Examiner", "Game", "SampleData", "Science", "Statistics"],
      exclude: ["Cases"], swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: ["CChimpSystem", "CSQLite", "ChimpSystem", "Records", "Shell"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "SampleData",
      dependencies: [
        "Archive", "Exchange", "Examiner", "Game", "Records", "Shell", "Statistics", "TestSupport",
      ],
      path: "Tests/SampleData",
      swiftSettings: strict),
    .testTarget(
      name: "ShellTests",
      dependencies: ["ChimpSystem", "Shell", "TestSupport"],
      swiftSettings: strict),
    .target(
      name: "Transcripts",
      dependencies: ["CChimpSystem", "ChimpSystem"],
      swiftSettings: strict),
    // Not named as its product: some file systems can't tell it from the library.
    .executableTarget(
      name: "transcripts-tool", dependencies: ["Transcripts"], swiftSettings: strict),
    .target(
      name: "TranscriptDouble", dependencies: ["Transcripts"], path: "Tests/TranscriptDouble",
      swiftSettings: strict),
    .executableTarget(
      name: "transcript-double", dependencies: ["ChimpSystem", "TranscriptDouble", "Transcripts"],
      path: "Tests/TranscriptDoubleProgram", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .executableTarget(
      name: "screen-replay", dependencies: ["ChimpSystem", "Transcripts"],
      path: "Tests/ScreenReplay", swiftSettings: strict),
    .testTarget(
      name: "TranscriptsTests",
      dependencies: ["ChimpSystem", "TestSupport", "TranscriptDouble", "Transcripts"],
      exclude: ["Screen/Sessions"], swiftSettings: strict),
    .target(
      name: "Screens",
      dependencies: [
        "Archive", "ChimpSystem", "Events", "Examiner", "Exchange", "Game", "Observing", "Records",
        "Science", "Shell", "Statistics", "Studies", "Terminal", "Transcripts",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "store-crowd", dependencies: ["TestSupport"], path: "Tests/StoreCrowd",
      swiftSettings: strict),
    .executableTarget(
      name: "study-crowd", dependencies: ["ChimpSystem", "TestSupport"], path: "Tests/StudyCrowd",
      swiftSettings: strict),
    .executableTarget(
      name: "file-kills", dependencies: ["TestSupport"], path: "Tests/FileKills",
      swiftSettings: strict),
    .executableTarget(
      name: "withdrawal-kills", dependencies: ["ChimpSystem", "TestSupport"],
      path: "Tests/WithdrawalKills",
      swiftSettings: strict),
    .executableTarget(
      name: "mutated-stores",
      dependencies: ["Archive", "ChimpSystem", "Records", "TestSupport"],
      path: "Tests/MutatedStores", swiftSettings: strict),
    .executableTarget(
      name: "glance-probe", dependencies: ["ChimpSystem", "TestSupport"], path: "Tests/GlanceProbe",
      swiftSettings: strict),
    .executableTarget(
      name: "key-probe", dependencies: ["TestSupport"], path: "Tests/KeyProbe",
      swiftSettings: strict),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Archive", "ChimpSystem", "Events", "Examiner", "Exchange", "FaultyFiles", "Game",
        "Observing", "Records", "SampleData", "Science", "Screens", "Shell", "Statistics",
        "Studies",
        "TestSupport", "Transcripts", "chimp", "store-crowd",
      ],
      exclude: ["Results/Golden"], swiftSettings: strict),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "Lab",
      dependencies: [
        "Archive", "ChimpSystem", "Exchange", "Game", "Records", "Shell", "Studies",
        .target(name: "CPostgreSQL", condition: .when(traits: ["Lab"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "chimp-lab", dependencies: ["ChimpSystem", "Lab", "Shell"], swiftSettings: strict),
    .executableTarget(
      name: "lab-crowd", dependencies: ["TestSupport"], path: "Tests/LabCrowd",
      exclude: ["lab.c"], swiftSettings: strict),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "Archive", "ChimpSystem", "Exchange", "Lab", "Records", "Shell", "TestSupport", "chimp-lab",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .target(
      name: "CEditLine",
      cSettings: [.define("CHIMP_IS_STATIC", .when(configuration: .release))],
      linkerSettings: [
        .linkedLibrary("edit"), .linkedLibrary("tinfo"),
        .linkedLibrary("bsd", .when(configuration: .release)),
        .linkedLibrary("md", .when(configuration: .release)),
      ]),
    .target(name: "CChimpSystem"),
    .target(name: "ChimpSystem", dependencies: ["CChimpSystem"], swiftSettings: strict),
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("m", .when(configuration: .release)),
      ]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["ChimpSystem", "Events", "Shell", "Terminal", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "chimp",
      dependencies: [
        "Archive", "CEditLine", "ChimpSystem", "Screens", "Shell", "Statistics", "Terminal",
        "Transcripts",
      ],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .testTarget(
      name: "ChimpTests", dependencies: ["ChimpSystem", "TestSupport", "chimp"],
      swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "ChimpSystem", "Examiner", "Game", "Observing", "Science", "Statistics", "TestSupport",
      ],
      path: "Tests/Benchmarks", exclude: ["game.c"],
      swiftSettings: strict),
  ]
)

// `.ci/run` runs the lab's tests alone, with a copy of `chimp`, so that little is compiled again with
// the trait.
if Context.environment["CHIMP_TESTS"] == "lab" {
  let names: Set = [
    "Archive", "CChimpSystem", "CPostgreSQL", "CSQLite", "ChimpSystem", "Events", "Examiner",
    "Exchange", "Game", "Lab", "LabTests", "Observing", "Records", "Science", "Shell", "Studies",
    "TestSupport", "chimp-lab", "lab-crowd",
  ]
  package.targets.removeAll { !names.contains($0.name) }
  package.products = []
}
