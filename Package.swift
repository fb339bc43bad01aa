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
    .library(name: "Transcripts", targets: ["TranscriptSyntax", "Transcripts"]),
    .library(name: "Observing", targets: ["Observing"]),
    .library(name: "Records", targets: ["Records"]),
  ],
  traits: [
    // Many machines, one PostgreSQL: wants libpq.
    .trait(name: "Lab")
  ],
  targets: [
    .target(name: "Examiner", swiftSettings: strict),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .target(name: "Characters", swiftSettings: strict),
    .testTarget(
      name: "CharactersTests", dependencies: ["Characters"], swiftSettings: strict),
    .target(name: "Observing", swiftSettings: strict),
    .target(
      name: "ObservingDriver", dependencies: ["Observing"], path: "Tests/ObservingDriver",
      swiftSettings: strict),
    .executableTarget(
      name: "observing-driver", dependencies: ["ObservingDriver", "SystemCalls"],
      path: "Tests/ObservingDriverProgram", swiftSettings: strict),
    .testTarget(
      name: "ObservingTests", dependencies: ["Observing", "ObservingDriver", "TestSupport"],
      exclude: ["Corpus"], swiftSettings: strict),
    .target(
      name: "Records",
      dependencies: ["Characters", "CSQLite", "CSystem", "Observing", "SystemCalls"],
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
        "CSQLite", "FaultyFiles", "Observing", "Records", "SystemCalls", "TestSupport",
        "records-double",
      ],
      swiftSettings: strict),
    .target(name: "Science", dependencies: ["Examiner"], swiftSettings: strict),
    .testTarget(
      name: "ScienceTests", dependencies: ["Examiner", "Science"], exclude: ["Cases"],
      swiftSettings: strict),
    .target(
      name: "Operations", dependencies: ["CSystem", "SystemCalls"],
      swiftSettings: strict),
    .target(
      name: "Events", dependencies: [],
      swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: ["CSystem", "Characters", "Events", "Operations", "SystemCalls"],
      swiftSettings: strict),
    .target(
      name: "Terminal", dependencies: ["Characters", "Console", "Events", "SystemCalls"],
      swiftSettings: strict),
    .target(
      name: "Game",
      dependencies: ["Characters", "Examiner", "Observing", "Science"],
      swiftSettings: strict),
    .testTarget(
      name: "GameTests", dependencies: ["Examiner", "Game", "Observing"], swiftSettings: strict),
    .target(
      name: "Studies", dependencies: ["Console", "Events", "Examiner", "Game", "Science"],
      swiftSettings: strict),
    .target(
      name: "Archive",
      dependencies: [
        "CSystem", "Characters", "Console", "Events", "Examiner", "Game", "Observing", "Operations",
        "Records",
        "Studies", "SystemCalls",
      ],
      swiftSettings: strict),
    .target(
      name: "Exchange",
      dependencies: [
        "Analysis", "Archive", "Characters", "Console", "Events", "Examiner", "Game", "Operations",
        "Records", "Studies", "SystemCalls",
      ],
      swiftSettings: strict),
    .target(
      name: "Analysis",
      dependencies: [
        "Archive", "Events", "Examiner", "Game", "Operations", "Records", "Science", "Studies",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AnalysisTests",
      dependencies: ["Analysis", "Archive", "Examiner", "Game", "Reports", "Science"],
      exclude: ["Cases"], swiftSettings: strict),
    .target(
      name: "Models",
      dependencies: [
        "Archive", "Console", "Events", "Examiner", "Game", "Observing", "Operations", "Records",
      ],
      swiftSettings: strict),
    .target(
      name: "Simulation",
      dependencies: [
        "Analysis", "Archive", "Console", "Events", "Examiner", "Exchange", "Game", "Models",
        "Operations", "Records", "Science", "Studies",
      ],
      swiftSettings: strict),
    .target(
      name: "Words",
      dependencies: [
        "Analysis", "Archive", "Characters", "Console", "Events", "Examiner", "Exchange", "Game",
        "Models", "Observing", "Operations", "Records", "Science", "Studies", "SystemCalls",
      ],
      swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: [
        "Analysis", "Archive", "Characters", "Console", "Examiner", "Exchange", "Game", "Records",
        "Science", "Simulation", "Words",
      ],
      swiftSettings: strict),
    .target(
      name: "Views",
      dependencies: [
        "Archive", "Characters", "Console", "Events", "Examiner", "Game", "Models", "Observing",
        "Records", "Terminal", "Words",
      ],
      swiftSettings: strict),
    .target(
      name: "TestSupport",
      dependencies: ["CSQLite", "CSystem", "Console", "Records", "SystemCalls"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "CSystem", "Characters", "Console", "Events", "Operations", "SystemCalls", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "TranscriptSyntax", dependencies: ["Characters"], swiftSettings: strict),
    .target(
      name: "Transcripts",
      dependencies: ["CSystem", "Characters", "SystemCalls", "TranscriptSyntax"],
      swiftSettings: strict),
    .target(
      name: "TranscriptDouble", dependencies: ["Transcripts"], path: "Tests/TranscriptDouble",
      swiftSettings: strict),
    .executableTarget(
      name: "transcript-double", dependencies: ["SystemCalls", "TranscriptDouble", "Transcripts"],
      path: "Tests/TranscriptDoubleProgram", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .testTarget(
      name: "TranscriptsTests",
      dependencies: [
        "Characters", "SystemCalls", "TestSupport", "TranscriptDouble", "TranscriptSyntax",
        "Transcripts",
      ],
      swiftSettings: strict),
    .target(
      name: "Controllers",
      dependencies: [
        "Analysis", "Archive", "Characters", "Console", "Events", "Examiner", "Exchange", "Game",
        "Models", "Observing", "Operations", "Records", "Reports", "Science", "Simulation",
        "Studies", "Terminal", "Views", "Words",
      ],
      swiftSettings: strict),
    .target(
      name: "ChimpApplication",
      dependencies: [
        "Analysis", "Archive", "Characters", "Console", "Controllers", "Events", "Examiner", "Game",
        "Models", "Observing", "Operations", "Records", "Reports", "Simulation", "Studies",
        "SystemCalls", "Terminal", "Transcripts", "Views", "Words",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "store-crowd", dependencies: ["TestSupport"], path: "Tests/StoreCrowd",
      swiftSettings: strict),
    .executableTarget(
      name: "study-crowd", dependencies: ["SystemCalls", "TestSupport"], path: "Tests/StudyCrowd",
      swiftSettings: strict),
    .executableTarget(
      name: "file-kills", dependencies: ["TestSupport"], path: "Tests/FileKills",
      swiftSettings: strict),
    .executableTarget(
      name: "withdrawal-kills", dependencies: ["SystemCalls", "TestSupport"],
      path: "Tests/WithdrawalKills",
      swiftSettings: strict),
    .executableTarget(
      name: "mutated-stores",
      dependencies: ["Archive", "CSQLite", "Records", "SystemCalls", "TestSupport"],
      path: "Tests/MutatedStores", swiftSettings: strict),
    .executableTarget(
      name: "glance-probe", dependencies: ["TestSupport"], path: "Tests/GlanceProbe",
      swiftSettings: strict),
    .executableTarget(
      name: "key-probe", dependencies: ["TestSupport"], path: "Tests/KeyProbe",
      swiftSettings: strict),
    .testTarget(
      name: "ChimpApplicationTests",
      dependencies: [
        "Analysis", "Archive", "Characters", "ChimpApplication", "Console", "Controllers", "Events",
        "Examiner", "Exchange", "FaultyFiles", "Game", "Models", "Observing", "Operations",
        "Records", "Reports", "Science", "Simulation", "Studies", "SystemCalls", "TestSupport",
        "TranscriptSyntax", "Transcripts", "Views", "Words", "store-crowd",
      ],
      exclude: ["Golden", "Pages"], swiftSettings: strict),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "Lab",
      dependencies: [
        "Archive", "Characters", "Console", "Exchange", "Game", "Records", "SystemCalls", "Words",
        .target(name: "CPostgreSQL", condition: .when(traits: ["Lab"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "chimp-lab", dependencies: ["Console", "Lab", "SystemCalls"], swiftSettings: strict),
    .executableTarget(
      name: "lab-crowd", dependencies: ["TestSupport"], path: "Tests/LabCrowd",
      swiftSettings: strict),
    .testTarget(
      name: "LabTests",
      dependencies: [
        "Archive", "Console", "Exchange", "Lab", "Records", "TestSupport", "chimp", "chimp-lab",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", swiftSettings: strict),
    .target(
      name: "CEditLine",
      linkerSettings: [
        .linkedLibrary("edit"), .linkedLibrary("tinfo"),
        .linkedLibrary("bsd", .when(configuration: .release)),
        .linkedLibrary("md", .when(configuration: .release)),
      ]),
    .target(name: "CSystem"),
    .target(name: "SystemCalls", dependencies: ["CSystem"], swiftSettings: strict),
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary("sqlite3"), .linkedLibrary("m", .when(configuration: .release)),
      ]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Characters", "Console", "Events", "Terminal", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "chimp",
      dependencies: [
        "Analysis", "Archive", "CEditLine", "Characters", "ChimpApplication", "Console",
        "SystemCalls", "Terminal", "Transcripts",
      ],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Events", "Examiner", "Game", "Observing", "Records", "Science", "Simulation",
        "SystemCalls",
      ],
      path: "Tests/Benchmarks", exclude: ["Baseline"],
      swiftSettings: strict),
  ]
)

// `.ci/run` runs the lab's tests alone, so that the others are not compiled again with the trait.
if Context.environment["CHIMP_TESTS"] == "lab" {
  package.targets.removeAll { $0.isTest && $0.name != "LabTests" }
}
