import Foundation
import Synchronization

@testable import RestorationStore

// MARK: - Names and folders

extension SimulatedDisk {
  func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call(.rename, newPath) { (contents) throws(DiskError) in
      try contents.state.rename(path, to: newPath)
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call(.link, newPath) { (contents) throws(DiskError) in
      try contents.state.link(path, to: newPath)
    }
  }

  func remove(_ path: String) throws(SystemCallFailure) {
    try call(.unlink, path) { (contents) throws(DiskError) in
      try contents.state.remove(path, isFolder: false)
    }
  }

  func removeFolder(_ path: String) throws(SystemCallFailure) {
    try call(.rmdir, path) { (contents) throws(DiskError) in
      try contents.state.remove(path, isFolder: true)
    }
  }

  func makeFolder(_ path: String) throws(SystemCallFailure) {
    try call(.mkdir, path) { (contents) throws(DiskError) in
      _ = try contents.state.make(path, isFolder: true, mode: 0o700)
    }
  }

  func restrictFolder(_ path: String) throws(SystemCallFailure) {
    try call(.chmod, path) { (contents) throws(DiskError) in
      contents.state.inodes[try contents.state.inode(at: path)]?.mode = 0o700
    }
  }

  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try call(.list, folder) { (contents) throws(DiskError) in
      guard let found = contents.state.inodes[try contents.state.inode(at: folder)] else {
        throw DiskError(EIO)
      }
      guard found.isFolder else { throw DiskError(ENOTDIR) }
      return found.entries.keys.sorted(by: >)
    }
  }
}
