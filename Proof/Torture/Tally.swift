import Foundation

/// Counts what happened.
struct Tally {
  var kills = 0
  var saves = 0
  var compactions = 0
  var snapshots = 0
  var deathsInOpening = 0
  var deathsInCompaction = 0
  private var newestBaseline: UInt64 = 0
  private var unfinished: [String: Date] = [:]

  /// Takes in what a child left.
  mutating func note(_ listing: FolderListing) {
    // What an earlier death left stays until the next compaction.
    if listing.unfinished.contains(where: { unfinished[$0.key] != $0.value }) {
      deathsInCompaction += 1
    }
    unfinished = listing.unfinished
    if listing.newestBaseline > newestBaseline {
      compactions += Int(listing.newestBaseline - newestBaseline)
      newestBaseline = listing.newestBaseline
    }
  }

  /// What there is to say when nothing was lost.
  var line: String {
    "kills: \(kills), saves: \(saves), compactions: \(compactions), snapshots: "
      + "\(snapshots), died while opening: "
      + "\(deathsInOpening), died while compacting: \(deathsInCompaction), lost: 0"
  }
}
