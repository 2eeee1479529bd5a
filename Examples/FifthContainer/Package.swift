// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "FifthContainer",
  platforms: [.macOS(.v15)],
  products: [.library(name: "CarouselContainer", targets: ["CarouselContainer"])],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .target(
      name: "CarouselContainer",
      dependencies: [.product(name: "RestorationCore", package: "Restoration")],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
    .testTarget(
      name: "CarouselContainerTests",
      dependencies: [
        "CarouselContainer",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
        .product(name: "RestorationTestSupport", package: "Restoration"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]
    ),
  ],
  swiftLanguageModes: [.v6]
)
