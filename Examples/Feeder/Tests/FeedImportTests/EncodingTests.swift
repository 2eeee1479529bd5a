import FeedImport
import Foundation
import Testing

@Suite("Encodings")
struct EncodingTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var encoding: String.Encoding
    var text: String
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "UTF-8", encoding: .utf8, text: "Größe 日本 👩‍💻"),
    Sample(name: "ISO-8859-1", encoding: .isoLatin1, text: "Größe, déjà vu"),
    Sample(name: "windows-1252", encoding: .windowsCP1252, text: "“Größe” — 5 €"),
    Sample(name: "Shift_JIS", encoding: .shiftJIS, text: "日本語のテスト"),
    Sample(name: "ISO-2022-JP", encoding: .iso2022JP, text: "日本語のテスト"),
    Sample(name: "KOI8-R", encoding: .init(rawValue: 0x8000_0A02), text: "Привет, мир"),
    Sample(name: "windows-1251", encoding: .windowsCP1251, text: "Привет, мир"),
    Sample(name: "ISO-8859-2", encoding: .isoLatin2, text: "Příliš žluťoučký kůň"),
    Sample(name: "ISO-8859-7", encoding: .init(rawValue: 0x8000_0207), text: "Καλημέρα"),
    Sample(name: "GB2312", encoding: .init(rawValue: 0x8000_0632), text: "你好，世界"),
    Sample(name: "Big5", encoding: .init(rawValue: 0x8000_0A03), text: "你好，世界"),
    Sample(name: "EUC-KR", encoding: .init(rawValue: 0x8000_0940), text: "안녕하세요"),
  ]

  @Test("Text in a declared encoding is read, without a warning.", arguments: samples)
  func declared(sample: Sample) throws {
    let declaration = "<?xml version='1.0' encoding='\(sample.name)'?>\n"
    let text = Samples.rss(sample.text, declaration: declaration)
    let data = try #require(text.data(using: sample.encoding))
    let result = try FeedImporter().read(data, name: "test")
    #expect(try Samples.feed(result).articles.first?.title == sample.text)
    #expect(result.warnings.isEmpty)
  }

  @Test("EUC-JP, which Foundation on Linux does not know, is read in all its planes.")
  func eucJapanese() throws {
    // 日本語、亜熙 and the half-width ｱ, and one character of JIS X 0212.
    let bytes: [UInt8] = [
      0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA1, 0xA2, 0xB0, 0xA1, 0xF4, 0xA6, 0x8E, 0xB1, 0x8F,
      0xB0, 0xA1,
    ]
    let parts = Samples.rss("|", declaration: "<?xml version='1.0' encoding='EUC-JP'?>")
      .split(separator: "|")
    let head = try #require(parts.first)
    let tail = try #require(parts.last)
    let data = Data(head.utf8) + Data(bytes) + Data(tail.utf8)
    let feed = try Samples.feed(FeedImporter().read(data, name: "test"))
    #expect(feed.articles.first?.title == "日本語、亜熙ｱ〓")
  }

  @Test(
    "UTF-16 and UTF-32 are read with a mark and without, whatever is declared.",
    arguments: [
      (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8]),
      (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ],
    ["", "<?xml version='1.0' encoding='UTF-16'?>", "<?xml version='1.0' encoding='ISO-8859-1'?>"]
  )
  func wide(encoding: (String.Encoding, [UInt8]), declaration: String) throws {
    let text = Samples.rss("Größe 日本 👩‍💻", declaration: declaration)
    let body = try #require(text.data(using: encoding.0))
    for mark in [[], encoding.1] {
      let feed = try Samples.feed(FeedImporter().read(Data(mark) + body, name: "test"))
      #expect(feed.articles.first?.title == "Größe 日本 👩‍💻")
    }
  }

  @Test("UTF-8 is read with a byte order mark, in XML and in JSON.")
  func marked() throws {
    let xml = try Samples.feed("\u{FEFF}" + Samples.rss("Größe"))
    #expect(xml.articles.first?.title == "Größe")
    let json = try Samples.feed(
      "\u{FEFF}{\"version\": \"https://jsonfeed.org/version/1\", \"title\": \"Größe\"}"
    )
    #expect(json.title == "Größe")
  }

  @Test(
    "UTF-8 that is declared as another encoding is read as UTF-8, with a warning.",
    arguments: ["ISO-8859-1", "windows-1251", "Shift_JIS", "EUC-JP", "KOI8-R", "UTF-16", "x-none"]
  )
  func overruled(name: String) throws {
    let text = Samples.rss("Größe 日本", declaration: "<?xml version='1.0' encoding='\(name)'?>")
    let result = try FeedImporter().read(Data(text.utf8), name: "test")
    #expect(try Samples.feed(result).articles.first?.title == "Größe 日本")
    #expect(result.warnings.count == 1)
    #expect(result.warnings.first?.contains(name) == true)
  }

  @Test("Text that declares nothing and is not UTF-8 is read as windows-1252, with a warning.")
  func undeclared() throws {
    let data = try #require(Samples.rss("5 €").data(using: .windowsCP1252))
    let result = try FeedImporter().read(data, name: "test")
    #expect(try Samples.feed(result).articles.first?.title == "5 €")
    #expect(result.warnings.first?.contains("2:16") == true)
  }

  @Test("Bytes that are not what is declared are refused, with their place.")
  func wrong() throws {
    let declaration = "<?xml version='1.0' encoding='utf-8'?>\n"
    let text = Samples.rss("Größe", declaration: declaration)
    let error = try Samples.error(#require(text.data(using: .isoLatin1)))
    #expect(error.code == .wrongEncoding)
    #expect(error.position == SourcePosition(line: 3, column: 16))
    let japanese = Samples.rss("語", declaration: "<?xml version='1.0' encoding='euc-jp'?>\n")
    let other = try Samples.error(#require(japanese.data(using: .shiftJIS)))
    #expect(other.code == .wrongEncoding)
    #expect(other.position?.line == 3)
  }

  @Test("An encoding that is not known is refused by name.")
  func unknown() throws {
    let text = Samples.rss("Größe", declaration: "<?xml version='1.0' encoding='klingon-8'?>")
    let error = try Samples.error(#require(text.data(using: .isoLatin1)))
    #expect(error.code == .unknownEncoding)
    #expect(error.problem.contains("klingon-8"))
  }
}
