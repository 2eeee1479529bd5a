// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "NavOnly",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .executableTarget(
      name: "checklist",
      dependencies: [
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    .testTarget(
      name: "ChecklistTests",
      dependencies: [
        "checklist",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ],
  swiftLanguageModes: [.v6]
)
