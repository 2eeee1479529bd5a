// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "ReadmeProgram",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .executableTarget(
      name: "readme-program",
      dependencies: [
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "RestorationStore", package: "Restoration"),
      ],
      path: "Sources/ReadmeProgram",
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
