extension Area {
  /// A box of a size in the middle of the area.
  func middle(width: Int, height: Int) -> Area {
    let (width, height) = (min(width, self.width), min(height, self.height))
    return Area(
      x: x + (self.width - width) / 2,
      y: y + (self.height - height) / 2,
      width: width,
      height: height
    )
  }
}
