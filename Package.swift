// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
  name: "chimp",
  targets: [
    .target(name: "Examiner", swiftSettings: strict),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .target(name: "Shell", swiftSettings: strict),
    .testTarget(name: "ShellTests", dependencies: ["Shell"], swiftSettings: strict),
    .target(name: "Transcripts", swiftSettings: strict),
    .target(
      name: "TranscriptDouble", dependencies: ["Transcripts"], path: "Tests/TranscriptDouble",
      swiftSettings: strict),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["Transcripts", "TranscriptDouble"],
      swiftSettings: strict),
    .target(
      name: "ChimpApplication", dependencies: ["Examiner", "Shell", "Transcripts"],
      swiftSettings: strict),
    .target(
      name: "CEditLine",
      linkerSettings: [
        .linkedLibrary("edit"), .linkedLibrary("tinfo"),
        .linkedLibrary("bsd", .when(configuration: .release)),
        .linkedLibrary("md", .when(configuration: .release)),
      ]),
    .testTarget(name: "TerminalTests", dependencies: ["Shell"], swiftSettings: strict),
    .executableTarget(
      name: "chimp", dependencies: ["CEditLine", "ChimpApplication", "Shell"],
      swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
  ]
)
