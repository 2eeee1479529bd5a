// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "..")],
  targets: [
    .executableTarget(
      name: "restoration-benchmarks",
      dependencies: [.product(name: "RestorationCore", package: "Restoration")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
