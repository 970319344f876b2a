extension SignatureLook {
    /// What a usual look has no more of: letters, points that they are high, and points that they reach across and up.
    private static let (mostLetters, highest, widest, tallest) = (220, 30.0, 320.0, 160.0)
    /// How many words a sentence has, and how many of these begin with a small letter.
    private static let (sentence, small) = (4, 3)
    /// Words that looks of signatures say of themselves.
    private static let usual: StaticString = """
        signed signature signer sign digitally electronically approved certified by date dated time timestamp reason location contact name dn cn email valid \
        подпись подписано подписан подписал подписала документ электронной дата причина место сертификат владелец действителен \
        signe signee signataire electroniquement motif raison lieu nom
        """

    /// What it is beside what the page says, where it lies on nothing: text right behind a number, in a blank of a sentence, or clauses of its own.
    ///
    /// In a field that waited for it those who signed before knew that something would stand there.
    func touchBeside(_ page: PageContent, except annotation: Int, _ budget: PDFBudget) throws(PDFError) -> Touch {
        var worst = readsAsText ? Touch.beside : .clear
        for mark in drawn.marks {
            switch paint(of: mark) {
            case .nothing, .background: break
            case .ink:
                // What lies on it is told of anyway.
                if !isExpected, worst == .clear, try page.text.isBesideDigit(mark.box, budget) { worst = .beside }
            case .letters:
                if try isRead(mark.box, with: page, except: annotation, budget) {
                    guard isExpected else { return .hides }
                    worst = .beside
                }
                switch try page.text.reading(of: mark.box, budget) {
                case .apart: break
                case .beside: worst = .beside
                case .inside:
                    guard isExpected else { return .hides }
                    worst = .beside
                }
            }
        }
        guard !isExpected, worst == .clear else { return worst }
        return try isReadWithSentence(on: page, budget) ? .beside : .clear
    }

    /// Whether its letters, or ink that in all is no higher than a word, are read with a sentence of the page.
    private func isReadWithSentence(on page: PageContent, _ budget: PDFBudget) throws(PDFError) -> Bool {
        var (ink, letters): (PDFRectangle?, PDFRectangle?)
        for mark in drawn.marks {
            switch paint(of: mark) {
            case .nothing, .background: break
            case .ink: ink = ink?.joined(with: mark.box) ?? mark.box
            case .letters: letters = letters?.joined(with: mark.box) ?? mark.box
            }
        }
        if let letters {
            for mark in drawn.marks where paint(of: mark) == .letters {
                if try page.text.isReadWithSentence(mark.box, of: letters, isInk: false, budget) { return true }
            }
        }
        guard let ink else { return false }
        return try page.text.isReadWithSentence(ink, of: ink, isInk: true, budget)
    }

    /// Whether letters stand so close to text of the page that both are read as one; labels of signatures are not.
    private func isRead(_ box: PDFRectangle, with page: PageContent, except annotation: Int, _ budget: PDFBudget) throws(PDFError) -> Bool {
        for item in try page.touched(by: [box], except: annotation, margin: StateComparison.besideText, budget) {
            guard item.annotation == nil, item.kind == .text, !item.isLine, PageText.isLevel(item.box, box) else { continue }
            if !page.text.isLabel(item.box, of: box) { return true }
        }
        return false
    }

    /// Whether its letters are more, or larger, than a signature's are, or say something else than a signature does.
    private var readsAsText: Bool {
        var count = 0
        var all: PDFRectangle?
        var lines: [(place: Double, end: Double, text: String)] = []
        for text in drawn.texts where text.size > 0 {
            if text.size > Self.highest { return true }
            count += text.scalars?.count { !FieldLook.isSpace($0) } ?? Int(min(2 * text.box.width / text.size, 1e4))
            all = all?.joined(with: text.box) ?? text.box
            var words = ""
            for scalar in text.scalars ?? [] { words.unicodeScalars.append(scalar) }
            if let last = lines.last, (last.place - text.start.y).magnitude < 0.3 * text.size {
                let gap = text.start.x - last.end > 0.15 * text.size ? " " : ""
                lines[lines.count - 1] = (last.place, text.end.x, last.text + gap + words)
            } else {
                lines.append((text.start.y, text.end.x, words))
            }
        }
        if count > Self.mostLetters { return true }
        if let all, all.width > Self.widest || all.height > Self.tallest { return true }
        return lines.contains { Self.isSentence($0.text) }
    }

    private static func isSentence(_ line: String) -> Bool {
        let words = TextRun.words(of: line)
        guard words.count >= sentence, !words.contains(where: { SignatureLabel.has(usual, $0) }) else { return false }
        var (smalls, isInside) = (0, false)
        for scalar in line.unicodeScalars {
            let value = scalar.value
            let isSmall = (0x61...0x7A).contains(value) || (0xDF...0xFF).contains(value) || (0x430...0x45F).contains(value)
            if isSmall, !isInside { smalls += 1 }
            isInside = !FieldLook.isSpace(scalar)
        }
        return smalls >= small
    }
}
