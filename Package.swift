// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "chimp",
  targets: [
    .target(name: "Examiner", swiftSettings: strict),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .target(name: "Observing", swiftSettings: strict),
    .target(name: "ObservingDriver", dependencies: ["Observing"], swiftSettings: strict),
    .executableTarget(
      name: "observing-driver", dependencies: ["ObservingDriver"], swiftSettings: strict),
    .executableTarget(name: "Benchmarks", dependencies: ["Observing"], swiftSettings: strict),
    .testTarget(
      name: "ObservingTests", dependencies: ["Observing", "ObservingDriver"],
      exclude: ["Corpus"], swiftSettings: strict),
  ]
)
