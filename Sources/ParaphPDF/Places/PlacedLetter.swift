/// A letter of a page, with the box that it stands in.
struct PlacedLetter {
    /// What it means, as far as anything says so.
    let scalar: UInt32
    var box: PDFRectangle

    /// Whether it is a capital letter of an alphabet of Europe, but for some rare ones.
    fileprivate var isCapital: Bool {
        switch scalar {
        case 0x41...0x5A, 0xC0...0xDE, 0x391...0x3AB, 0x400...0x42F: true
        case 0x100...0x137, 0x14A...0x177: scalar & 1 == 0
        case 0x139...0x148, 0x178...0x17E: scalar & 1 == 1
        default: false
        }
    }
}

/// Letters that stand together on a line of text, as a person reads them.
struct TextRun {
    /// Its words in lower case, without accents, in UTF-8; a slash between two is one.
    private(set) var words: [[UInt8]] = []
    private(set) var box: PDFRectangle
    /// Whether it is a line to write on: underscores or dots.
    let isLine: Bool
    /// Whether it has dots, as leaders do too.
    private(set) var isDotted = false
    /// How many letters it has.
    private(set) var count = 0
    /// The character that it begins with.
    private var first: UInt32 = 0
    /// How many of its words begin with a capital letter.
    private var capitals = 0
    private var hasDigits = false
    /// How high its letters are.
    private let height: Double
    private var isInWord = false
    /// How many of its words are slashes.
    private(set) var joints = 0
    /// Whether a slash stands before the next word.
    private var isJoined = false

    private init(_ box: PDFRectangle, isLine: Bool) { (self.box, self.isLine, height) = (box, isLine, max(box.height, 1)) }

    /// The most runs of a page that are looked at.
    private static let most = 10_000

    /// The runs of letters that are given in the order in which they are drawn, with upright boxes.
    ///
    /// Complexity: O(letters).
    static func runs(of letters: [PlacedLetter]) -> [TextRun] {
        var runs: [TextRun] = []
        var isApart = true
        for (index, letter) in letters.enumerated() {
            var kind = LetterKind(letter.scalar)
            // One dot ends a sentence, several are a line.
            if letter.scalar == 0x2E, !letters.isDot(at: index - 1), !letters.isDot(at: index + 1) { kind = .other }
            if kind == .blank {
                isApart = isApart || runs.last.map { letter.box.right - $0.box.right > 1.2 * $0.height } ?? true
                if let last = runs.indices.last { runs[last].isInWord = false }
                continue
            }
            if !isApart, let last = runs.indices.last, runs[last].takes(letter.box, isLine: kind == .line) {
                runs[last].add(letter, kind)
                continue
            }
            guard runs.count < most else { return runs }
            var run = TextRun(letter.box, isLine: kind == .line)
            run.add(letter, kind)
            runs.append(run)
            isApart = false
        }
        return runs
    }

    /// The words of a text, as those of a page.
    static func words(of text: String) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars.prefix(200) {
            guard case .letter(let folded) = LetterKind(scalar.value) else {
                if words.last.map({ !$0.isEmpty }) ?? false { words.append([]) }
                continue
            }
            words[words.count - 1] += folded.utf8
        }
        return words.filter { !$0.isEmpty }
    }

    /// Whether it begins with a figure, as what leaders lead to does.
    var isNumber: Bool { (0x30...0x39).contains(first) }

    /// The longest name of a person in words, of which one is no initial.
    private static let (longestName, least) = (4, 3)

    /// Whether it is written as a person's name: a few words, each with a capital letter, and not all of them initials.
    var isName: Bool {
        @inline(never) get {
            guard words.count >= 2, words.count <= Self.longestName, capitals == words.count, !hasDigits else { return false }
            // Letters that are no Latin ones take two bytes.
            return words.contains { $0.count >= ($0[0] < 0x80 ? 1 : 2) * Self.least }
        }
    }

    /// Whether it goes on with a sentence: in small letters, or behind a comma.
    var isContinued: Bool {
        @inline(never) get {
            switch first {
            case 0x2C, 0x3B, 0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF, 0x3B1...0x3C9, 0x430...0x45F, 0xFB00...0xFB06: true
            default: false
            }
        }
    }

    /// Whether it stands at the height of a line that is written on.
    @inline(never) func isLevel(with line: PDFRectangle) -> Bool { box.bottom < line.bottom + 8 && box.top > line.bottom }

    /// Whether both stand on one line of text.
    @inline(never) func isLevel(with other: TextRun) -> Bool {
        ((box.bottom + box.top) - (other.box.bottom + other.box.top)).magnitude < 0.8 * height
    }

    private func takes(_ next: PDFRectangle, isLine: Bool) -> Bool {
        let gap = next.left - box.right
        let isLevel = ((next.bottom + next.top) - (box.bottom + box.top)).magnitude < 0.8 * height
        return isLine == self.isLine && isLevel && gap > -height && gap < (isLine ? 0.5 : 1.2) * height
    }

    private mutating func add(_ letter: PlacedLetter, _ kind: LetterKind) {
        if letter.box.left - box.right > 0.2 * height { isInWord = false }
        box = box.joined(with: letter.box)
        count += 1
        if first == 0 { first = letter.scalar }
        if (0x30...0x39).contains(letter.scalar) { hasDigits = true }
        if kind == .line, letter.scalar != 0x5F { isDotted = true }
        if letter.scalar == 0x2F { isJoined = !words.isEmpty }
        guard case .letter(let folded) = kind else { return isInWord = false }
        if !isInWord {
            if isJoined {
                words.append([0x2F])
                capitals += 1
                joints += 1
                isJoined = false
            }
            words.append([])
            if letter.isCapital { capitals += 1 }
        }
        isInWord = true
        if words[words.count - 1].count < 64 { words[words.count - 1] += folded.utf8 }
    }
}

/// What a character is to the search for labels.
private enum LetterKind: Equatable {
    case blank
    /// A sign of which lines to write on are made.
    case line
    case letter(Unicode.Scalar)
    case other

    init(_ value: UInt32) {
        switch value {
        case 0...0x20, 0xA0, 0x2000...0x200B: self = .blank
        case 0x5F, 0x2026, 0x2E: self = .line
        default: if let scalar = Self.folded(value) { self = .letter(scalar) } else { self = .other }
        }
    }

    /// The lower-case letter without its accent; nil for what is no Latin, Cyrillic or other letter.
    private static func folded(_ value: UInt32) -> Unicode.Scalar? {
        switch value {
        case 0x41...0x5A: Unicode.Scalar(value + 32)
        case 0x61...0x7A: Unicode.Scalar(value)
        case 0xC0...0xC5, 0xE0...0xE5: "a"
        case 0xC7, 0xE7: "c"
        case 0xC8...0xCB, 0xE8...0xEB: "e"
        case 0xCC...0xCF, 0xEC...0xEF: "i"
        case 0xD2...0xD6, 0xF2...0xF6: "o"
        case 0xD9...0xDC, 0xF9...0xFC: "u"
        case 0x401, 0x451: "е"
        case 0x410...0x42F: Unicode.Scalar(value + 32)
        case 0x30...0x39: nil
        // Quotes, dashes and signs, but for ordinal numbers.
        case 0x80...0xA9, 0xAB...0xB9, 0xBB...0xBF, 0xD7, 0xF7, 0x2000...0x206F, 0x2100...0x2BFF: nil
        case 0xAA...: Unicode.Scalar(value)
        default: nil
        }
    }
}

extension [PlacedLetter] {
    fileprivate func isDot(at index: Int) -> Bool { indices.contains(index) && self[index].scalar == 0x2E }
}

extension Unicode.Scalar {
    /// Its UTF-8.
    fileprivate var utf8: [UInt8] { Array(String(Character(self)).utf8) }
}
