import Crypto
import Foundation
import ParaphEncoding
import ParaphPDF

/// A signature to be sealed.
nonisolated struct SealingRequest: Sendable {
    let sight: SignatureSight
    let placement: PDFPlacement
    /// The field that is signed, where it is one that is there.
    let field: String?
    /// Who signs.
    let name: String
    let moment: Date
    /// What is filled into the form.
    let values: [FormEntry]
}

extension SigningFile {
    /// Begins a signature: the SHA-256 of what the seal covers.
    func prepare(_ asked: SealingRequest, room: Int, link: String) throws -> [UInt8] {
        do {
            let opened = try read()
            var request = PDFSigning.Request(time: PDFString(Array(Self.time(asked.moment).utf8)), room: min(max(room, 0), 1 << 20))
            request.field = asked.field
            request.placement = asked.field == nil ? asked.placement : nil
            // A link comes with the first signature only, timestamps count too: later it would be a change of what was signed.
            request.link = opened.history.signatures.isEmpty ? link : nil
            request.name = asked.name
            request.appearance = try asked.sight.appearance()
            request.values = asked.values.map { ($0.field, $0.value) }
            request.fonts = fonts
            let begun = try PDFSigning(opened.file, request, permissions: opened.history.permissions())
            let whole = GrowingFile(bytes, room: begun.appended.count).append(begun.appended)
            try PDFFile(opened.file, extendedTo: whole).checkUpdate(of: opened.file, fonts: fonts)
            signing = begun
            var digest = SHA256()
            bytes.withBytes { digest.update(bufferPointer: UnsafeRawBufferPointer($0)) }
            digest.update(data: begun.covered.0)
            digest.update(data: begun.covered.1)
            return Array(digest.finalize())
        } catch {
            forget()
            throw DocumentFault(preparing: error)
        }
    }

    /// Puts the seal in; gives all of the signed file and its hash, read again.
    func complete(_ seal: [UInt8]) throws -> (bytes: [UInt8], hash: String) {
        guard var begun = signing, begun.fill(seal) else { throw DocumentFault(.unsignable) }
        let signed = bytes.array + begun.appended
        do {
            let file = try PDFFile(PDFBytes(signed))
            guard try file.signatures().last?.coverage == .document else { throw DocumentFault(.unsignable) }
        } catch let error as PDFError {
            throw DocumentFault(preparing: error)
        }
        return (signed, Hexadecimal.encode(SHA256.hash(data: signed)))
    }

    /// A moment as PDF has it.
    private static func time(_ moment: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
        let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second].map { number in
            let number = number ?? 0
            return "\(number < 10 ? "0" : "")\(number)"
        }
        return "D:\(parts.year ?? 0)\(numbers.joined())+00'00'"
    }
}
