import ParaphPDF
import ParaphWire
import ServerKit

/// Lays out a certificate: what it is about, the versions, a block for each signature, and what all that means.
struct EvidenceLayout {
    private let evidence: Evidence
    private var sheet: EvidenceSheet
    /// The pictures that were added, so that one that many signatures have is there once.
    private var pictures: [[UInt8]: PDFPicture] = [:]

    /// Lays out evidence and writes it; `id` is sixteen bytes that no other file has.
    ///
    /// - Throws: ``ParaphPDF/PDFError`` where a font is damaged.
    static func file(_ evidence: Evidence, _ fonts: EvidenceFonts, id: [UInt8]) throws -> [UInt8] {
        var layout = EvidenceLayout(evidence: evidence, sheet: EvidenceSheet(fonts))
        layout.head()
        layout.versions()
        layout.signatures()
        layout.meaning()
        let title = "\(evidence.word(.title)) · \(evidence.history.id)"
        return try layout.sheet.write(
            PDFDocument.Description(
                title: title,
                author: evidence.authority,
                creator: "Paraph",
                language: evidence.language.rawValue,
                createdAt: "\(evidence.madeAt.text.prefix(19))Z",
                id: id
            ),
            foot: "\(title) · \(Evidence.moment(evidence.madeAt))"
        ) { evidence.word(.page, ["number": String($0), "total": String($1)]) }
    }

    private init(evidence: Evidence, sheet: EvidenceSheet) {
        (self.evidence, self.sheet) = (evidence, sheet)
    }

    private mutating func head() {
        let history = evidence.history
        sheet.paragraph(evidence.word(.title), .title)
        sheet.space(4)
        sheet.paragraph(evidence.word(.lead, ["registry": evidence.registry]), .init(size: 10, colour: .secondary))
        sheet.space(8)
        sheet.rule(.accent)
        sheet.space(8)
        let signatures = history.versions.reduce(0) { $0 + $1.signatures.count }
        let rows: [(EvidenceWord, String?)] = [
            (.document, history.id), (.registry, evidence.registry), (.address, evidence.address), (.sealedBy, evidence.authority),
            (.registeredAt, Evidence.moment(history.createdAt)), (.madeAt, Evidence.moment(evidence.madeAt)),
            (.versions, String(history.versions.count)), (.signatures, String(signatures)),
        ]
        for (word, value) in rows { if let value { sheet.row(evidence.word(word), value) } }
        for word in evidence.notices { notice(word) }
    }

    /// A sentence that stands out.
    private mutating func notice(_ word: EvidenceWord) {
        let style = EvidenceSheet.Style(colour: .warn)
        let lines = sheet.lines(evidence.word(word), style, width: EvidenceSheet.width - 20)
        let height = Double(lines.count) * style.leading
        sheet.space(8)
        sheet.need(height + 12)
        let (left, top) = (EvidenceSheet.left, sheet.y)
        sheet.fill(.warnSoft, PDFRectangle(left, top - height - 12, left + EvidenceSheet.width, top))
        sheet.skip(6)
        sheet.show(lines, style, at: left + 10)
        sheet.skip(6)
    }

    private mutating func heading(_ word: EvidenceWord, with next: Double) {
        sheet.space(20)
        sheet.need(EvidenceSheet.Style.heading.leading + 6 + next)
        sheet.paragraph(evidence.word(word), .heading)
        sheet.space(4)
    }

    private mutating func versions() {
        heading(.versionsTitle, with: 48)
        for version in evidence.history.versions {
            let isFork = version.previous.map { evidence.forks.contains($0) } ?? false
            let names = version.signatures.map(\.userName)
            let who =
                names.isEmpty
                ? evidence.word(.savedBy, ["name": version.savedBy])
                : evidence.word(.signedBy, ["name": names.joined(separator: ", ")])
            let head = EvidenceSheet.Style(face: .bold, colour: isFork ? .warn : .text)
            let hash = EvidenceSheet.Style(size: 8, colour: version.hash == nil ? .secondary : .text)
            let rows = [
                (Evidence.moment(version.savedAt), who, EvidenceSheet.Style.body),
                (evidence.word(.hash), version.hash ?? evidence.word(.hashHidden), hash),
            ]
            let (labels, width) = (132.0, EvidenceSheet.width)
            var height = head.leading + 12
            for (label, value, style) in rows { height += sheet.height(ofRow: label, value, labels: labels, width: width, style: style) }
            sheet.need(height)
            sheet.rule()
            sheet.space(4)
            sheet.paragraph(evidence.stands(version), head)
            for (label, value, style) in rows { sheet.row(label, value, labels: labels, style: style) }
            sheet.space(6)
        }
    }

    private mutating func signatures() {
        heading(.signaturesTitle, with: 140)
        let signatures = evidence.history.versions.flatMap { version in version.signatures.map { (version, $0) } }
        if signatures.isEmpty { sheet.paragraph(evidence.word(.noSignatures), .init(colour: .secondary)) }
        for (version, signature) in signatures { block(signature, of: version) }
    }

    /// One signer: photo, name, drawing and verdict, then what is known; kept on one page where a page can hold it.
    private mutating func block(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version) {
        let picture = picture(of: signature)
        let left = EvidenceSheet.left + 14
        let indent = picture == nil ? left : left + 68
        let verdictWidth = 132.0
        let right = EvidenceSheet.left + EvidenceSheet.width - 12
        let nameWidth = right - verdictWidth - 12 - indent
        let tone: EvidenceSheet.Colour = signature.isMatch ? .good : .bad
        let work = [signature.position, signature.companyName].compactMap { $0 }.joined(separator: ", ")
        let workStyle = EvidenceSheet.Style(colour: .secondary)
        let names = sheet.lines(signature.userName, .name, width: nameWidth)
        let works = work.isEmpty ? [] : sheet.lines(work, workStyle, width: nameWidth)
        let value = EvidenceSheet.Style(face: .bold, size: 15, colour: tone)
        let verdict = EvidenceSheet.Style(face: .bold, size: 8.5, colour: tone)
        let values = sheet.lines("\(signature.similarity.shown(evidence.language))", value, width: verdictWidth)
        let verdicts = sheet.lines(evidence.verdict(signature), verdict, width: verdictWidth)
        let similarity = sheet.lines(evidence.word(.similarity), .small, width: verdictWidth)
        let facts =
            evidence.facts(signature, of: version).map { (evidence.word($0), $1) }
            + evidence.absences(signature, hasPicture: picture != nil).map { ("", evidence.word($0)) }
        let ink = evidence.drawings[signature.id].flatMap { EvidenceInk($0, width: min(nameWidth, 190), height: 44) }
        let inkHeight = ink.map { $0.height + 12 } ?? 0

        let (labels, rowWidth) = (96.0, right - indent)
        let beside = Double(names.count) * EvidenceSheet.Style.name.leading + Double(works.count) * workStyle.leading + inkHeight
        let verdictHeight = EvidenceSheet.Style.small.leading + value.leading + Double(verdicts.count) * verdict.leading
        var height = max(beside, verdictHeight) + 4
        for (label, text) in facts { height += sheet.height(ofRow: label, text, labels: labels, width: rowWidth) }
        height = max(height, picture == nil ? 0 : 56) + 20
        sheet.need(height)
        let top = sheet.y
        let isWhole = height <= EvidenceSheet.pageHeight
        if isWhole {
            let box = PDFRectangle(EvidenceSheet.left, top - height, EvidenceSheet.left + EvidenceSheet.width, top)
            if !signature.isMatch { sheet.fill(.badSoft, box) }
            sheet.fill(tone, PDFRectangle(box.left, box.bottom, box.left + 3, box.top))
        }
        if let picture { sheet.show(picture, in: PDFRectangle(left, top - 10 - 56, left + 56, top - 10)) }
        sheet.skip(10)
        let start = sheet.y
        show(similarity, .small, values, value, verdicts, verdict, right: right, top: start)
        sheet.show(names, .name, at: indent)
        sheet.show(works, workStyle, at: indent)
        if let ink {
            sheet.need(inkHeight)
            sheet.skip(inkHeight - 4)
            sheet.show(ink, at: indent, sheet.y)
            sheet.skip(4)
        }
        // Where names are shorter than the verdict beside them, what follows begins below both.
        if isWhole { sheet.skip(max(0, verdictHeight - beside) + 4) }
        for (label, text) in facts { sheet.row(label, text, at: indent, labels: labels, width: rowWidth) }
        if isWhole { sheet.skip(max(10, height - (top - sheet.y))) }
        sheet.space(8)
    }

    /// The similarity and what it means, at the right edge.
    private mutating func show(
        _ label: [PDFTextLine],
        _ labelStyle: EvidenceSheet.Style,
        _ values: [PDFTextLine],
        _ value: EvidenceSheet.Style,
        _ verdicts: [PDFTextLine],
        _ verdict: EvidenceSheet.Style,
        right: Double,
        top: Double
    ) {
        var y = top
        for (lines, style) in [(label, labelStyle), (values, value), (verdicts, verdict)] {
            for line in lines {
                y -= style.leading
                sheet.place(line, style, at: right - line.width, y + style.size * 0.3)
            }
        }
    }

    private mutating func picture(of signature: DocumentHistory.Signature) -> PDFPicture? {
        guard let orientation = signature.photoOrientation, let picture = evidence.pictures[signature.id] else { return nil }
        if let known = pictures[picture.bytes] { return known }
        // A picture that cannot be read takes nothing from the rest.
        guard let image = try? PDFImage(PDFBytes(picture.bytes), turned: orientation) else { return nil }
        let added = sheet.add(image)
        pictures[picture.bytes] = added
        return added
    }

    private mutating func meaning() {
        let values = ["authority": evidence.authority, "root": evidence.root]
        for (title, words) in [(EvidenceWord.meaningTitle, evidence.meanings), (.limitsTitle, EvidenceWord.limits)] {
            heading(title, with: 40)
            for word in words {
                let lines = sheet.lines(evidence.word(word, values), .body, width: EvidenceSheet.width - 14)
                let leading = EvidenceSheet.Style.body.leading
                sheet.need(Double(lines.count) * leading)
                let bullet = sheet.lines("•", .init(colour: .accent), width: 14)
                if let bullet = bullet.first {
                    sheet.place(bullet, .init(colour: .accent), at: EvidenceSheet.left, sheet.y - leading + 2.7)
                }
                sheet.show(lines, .body, at: EvidenceSheet.left + 14)
                sheet.space(3)
            }
        }
        sheet.space(8)
        sheet.need(20)
        sheet.paragraph(evidence.word(.seal), .strong)
    }
}
