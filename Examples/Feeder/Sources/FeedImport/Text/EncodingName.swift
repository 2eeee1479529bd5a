import Foundation

/// The names by which feeds call encodings, as the WHATWG Encoding Standard reads them.
enum EncodingName {
  /// Finds the encodings to try in turn for a name; nil if the name is unknown.
  ///
  /// ISO-8859-1 and US-ASCII mean windows-1252 where that has a character.
  static func encodings(for name: String) -> [String.Encoding]? {
    let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if let known = named[key] { return known }
    if key.hasPrefix("iso8859"), let part = UInt(key.dropFirst(7)), 2...16 ~= part, part != 12 {
      return [coreFoundation(0x200 + part)]
    }
    for prefix in ["windows", "cp", "xcp"] where key.hasPrefix(prefix) {
      guard let page = UInt(key.dropFirst(prefix.count)), let number = codePages[page] else {
        continue
      }
      return [coreFoundation(number)]
    }
    return nil
  }

  /// The encoding that Foundation knows by Core Foundation's number.
  private static func coreFoundation(_ number: UInt) -> String.Encoding {
    String.Encoding(rawValue: 0x8000_0000 | number)
  }

  private static let codePages: [UInt: UInt] = [
    1_250: 0x501, 1_251: 0x502, 1_253: 0x503, 1_254: 0x504, 1_255: 0x505, 1_256: 0x506,
    1_257: 0x507, 1_258: 0x508, 866: 0x41B, 949: 0x422,
  ]

  private static let western: [String.Encoding] = [.windowsCP1252, .isoLatin1]
  private static let japanese: [String.Encoding] = [coreFoundation(0x420), .shiftJIS]
  private static let chinese: [String.Encoding] = [coreFoundation(0x632)]
  private static let korean: [String.Encoding] = [coreFoundation(0x940), coreFoundation(0x422)]

  private static let named: [String: [String.Encoding]] = [
    "utf8": [.utf8], "unicode11utf8": [.utf8],
    // Text whose declaration can be read as ASCII is in none of these.
    "utf16": [], "utf16le": [], "utf16be": [], "utf32": [], "utf32le": [], "utf32be": [],
    "ucs2": [], "iso10646ucs2": [], "ucs4": [], "iso10646ucs4": [],
    "usascii": western, "ascii": western, "iso88591": western, "latin1": western,
    "l1": western, "windows1252": western, "cp1252": western, "xcp1252": western,
    "latin2": [coreFoundation(0x202)], "latin9": [coreFoundation(0x20F)],
    "shiftjis": japanese, "sjis": japanese, "xsjis": japanese, "windows31j": japanese,
    "cp932": japanese, "mskanji": japanese,
    "eucjp": [.japaneseEUC], "xeucjp": [.japaneseEUC],
    "iso2022jp": [coreFoundation(0x820)],
    "koi8r": [coreFoundation(0xA02)], "koi8u": [coreFoundation(0xA08)],
    "koi8": [coreFoundation(0xA02)],
    "gb2312": chinese, "gbk": chinese, "gb18030": chinese, "xgbk": chinese,
    "big5": [coreFoundation(0xA03)], "big5hkscs": [coreFoundation(0xA06)],
    "euckr": korean, "ksc56011987": korean,
    "tis620": [coreFoundation(0x20B)],
    "macintosh": [.macOSRoman], "macroman": [.macOSRoman], "xmacroman": [.macOSRoman],
  ]
}
