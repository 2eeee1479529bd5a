// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Quickstart",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .executableTarget(
      name: "quickstart",
      dependencies: [
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
        .product(name: "RestorationStore", package: "Restoration"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    )
  ],
  swiftLanguageModes: [.v6]
)
