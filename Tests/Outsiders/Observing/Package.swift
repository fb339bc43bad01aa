// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "outsider",
  dependencies: [.package(name: "chimp", path: "../../..")],
  targets: [
    .executableTarget(
      name: "outsider",
      dependencies: [.product(name: "Observing", package: "chimp")],
      path: ".", sources: ["main.swift"])
  ]
)
