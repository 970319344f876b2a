import ArgumentParser
import Foundation
import ParaphInkPDF
import ParaphPAdES
import ParaphPDF
import ParaphTrust

/// `paraph pdf sign`: signs a PDF by PAdES.
struct PDFSignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign a PDF (PAdES), so that earlier signatures stay valid.",
        discussion: """
            Levels: B-B signs; B-T adds a timestamp, which proves when; B-LT adds what judging the signature needs once the \
            certificates are gone; B-LTA adds a timestamp of that. From B-LT on, the addresses that the certificates name are \
            asked for CRLs and OCSP answers: public ones only, unless --allow-private-addresses is given.
            """
    )

    @Argument(help: "The PDF.", completion: .file())
    var file: String

    @Argument(help: "Where to write the signed PDF; may be the same file.", completion: .file())
    var output: String

    @OptionGroup var key: PDFKeyOptions
    @OptionGroup var services: PDFServiceOptions

    @Option(name: .customLong("document-password"), help: "The password of an encrypted PDF, the user's or the owner's.")
    var documentPassword: String?

    @Option(help: "B-B, B-T, B-LT or B-LTA; B-T where --timestamp-url is given, else B-B.")
    var level: String?

    @Option(help: "The field to sign in: an empty one that is there, or the name of a new one.")
    var field: String?

    @Option(help: "The page on which a new field is seen, from 1.")
    var page: Int?

    @Option(
        name: .customLong("rect"),
        help: "Where on the page: x,y,width,height in points from the lower left corner of what is seen. Without it the signature is not."
    )
    var rectangle: String?

    @Option(help: "A file with a handwritten signature, drawn in the rectangle.", completion: .file())
    var ink: String?

    @Option(help: "A photo, JPEG or PNG, shown beside the ink; what it says of place and camera is left out.", completion: .file())
    var photo: String?

    @Option(help: "A TrueType font for what the standard fonts have not, may be repeated; else one of the system's.", completion: .file())
    var font: [String] = []

    @Option(help: "An address that a click on the signature opens.")
    var link: String?

    @Option(help: "Who signs, in words; the certificate says it in any case.")
    var name: String?

    @Option(help: "Why, in words.")
    var reason: String?

    @Option(help: "Where, in words.")
    var location: String?

    @Flag(help: "Sign even where the signature hides what is there, so that readers of earlier signatures are told that it was changed.")
    var force = false

    @Option(
        help: "Certify: afterwards allow nothing (1), filling in and signing (2), or annotations too (3). Only the first signature can."
    )
    var certify: Int?

    func run() async throws {
        let identity = try key.identity()
        let request = try request(identity)
        let opened = try PDFInput.file(at: file, password: documentPassword ?? "")
        if opened.isLocked { throw Refusal("\(file) is encrypted; give its password with --document-password.") }
        // What cannot be read signing says.
        for remark in (try? opened.remarks()) ?? [] { Terminal.complain("\(file): \(remark.text)") }
        try warn(of: request, in: opened)
        let signer = DocumentSigner(
            identity,
            timestamps: services.authority(),
            transport: HTTPTransport(source: .certificates(allowsPrivate: services.allowsPrivateAddresses))
        )
        do {
            let signed = try await signer.sign(opened, request)
            try PDFOutput.write(signed, to: output)
            if output != "-" { Terminal.say(foreign: "\(output): signed in the field \(signed.field), level \(request.level.rawValue)") }
        } catch let error as PAdESError {
            throw Refusal("\(file): \(error)\(PDFInput.advice(on: error.cause))")
        }
    }

    private func request(_ identity: SigningIdentity) throws -> SignatureRequest {
        var request = SignatureRequest()
        request.level = services.timestampURL == nil ? .basic : .timestamped
        if let level {
            guard let wanted = SignatureRequest.Level(rawValue: level.uppercased()) else {
                throw Refusal("--level is \(SignatureRequest.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            request.level = wanted
        }
        if request.level >= .timestamped, services.timestampURL == nil {
            throw Refusal("Level \(request.level.rawValue) needs a timestamp service: give --timestamp-url.")
        }
        if let certify {
            guard let permission = SignatureRequest.Permission(rawValue: certify) else { throw Refusal("--certify is 1, 2 or 3.") }
            request.certification = permission
        }
        request.field = field
        request.placement = try placement()
        (request.link, request.name, request.reason, request.location) = (link, name, reason, location)
        let isSeen = request.placement != nil || field != nil
        guard isSeen || (ink == nil && photo == nil && link == nil) else {
            throw Refusal("Say where the signature is seen: --page and --rect, or a --field that the document has.")
        }
        if request.placement != nil || ink != nil || photo != nil { request.appearance = try appearance(identity, request.time) }
        if request.appearance != nil { request.fonts = try PDFFonts.fonts(at: font) }
        return request
    }

    /// Ink and photo as far as they are given, the name, and the day by the clock of UTC.
    private func appearance(_ identity: SigningIdentity, _ time: Date) throws -> PDFSignatureAppearance {
        var appearance = PDFSignatureAppearance()
        if let ink {
            guard let drawing = PDFSignatureAppearance.Ink(try SignatureFile.sample(at: ink)) else { throw Refusal("\(ink) holds no ink.") }
            appearance.ink = drawing
        }
        if let photo {
            let bytes = try SignatureFile.bytes(at: photo, limit: 64 << 20)
            appearance.photo = try PDFInput.explaining(photo) { () throws(PDFError) in try PDFImage(PDFBytes(bytes)) }
        }
        let date = time.formatted(.iso8601.year().month().day().dateSeparator(.dash))
        appearance.lines = [name ?? identity.certificate.subjectName, date].compactMap(\.self)
        return appearance
    }

    private func placement() throws -> PDFPlacement? {
        guard let rectangle else {
            guard page == nil else { throw Refusal("--page needs --rect, which says where on the page.") }
            return nil
        }
        let numbers = rectangle.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0.trimmingCharacters(in: .whitespaces)) ?? .nan
        }
        guard numbers.count == 4, numbers.allSatisfy({ $0.magnitude < 100_000 }), numbers[2] > 0, numbers[3] > 0 else {
            throw Refusal("--rect is x,y,width,height, such as 72,72,200,60.")
        }
        guard (1...1_000_000).contains(page ?? 1) else { throw Refusal("--page counts from 1.") }
        return PDFPlacement(
            page: (page ?? 1) - 1,
            rectangle: PDFRectangle(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3])
        )
    }
}
