public import Observation
import ParaphClient
import ParaphInk
public import ParaphPDF
import ParaphWire

/// Signing the document that is shown: the person chooses a place, draws, adjusts, saves.
///
/// Who leaves before the end leaves the document as it was.
@Observable public final class DocumentSigningModel: WorkingScreen {
    /// What comes next.
    public enum Step: Hashable, Sendable {
        /// ``DocumentSigningModel/begin()``.
        case idle
        /// One of ``DocumentSigningModel/places``, or any place.
        case choosing
        /// ``DocumentSigningModel/signing``.
        case pad
        /// ``DocumentSigningModel/placed``.
        case placed
    }

    /// Fields that must be filled and are not, which may be meant for another person.
    public struct Question: Hashable, Sendable {
        public let title: String
        /// What the fields are called.
        public let names: String
        public let yes: String
        public let no: String
    }

    public internal(set) var step = Step.idle
    /// The places that are offered: the document's open fields, else the proposed one.
    public internal(set) var places: [SigningPlace] = []
    /// Whether the signature may go anywhere on the pages.
    public internal(set) var isAnywhere = false
    /// The pad over the document.
    public internal(set) var signing: SigningModel?
    /// The signature as it lies on a page.
    public internal(set) var placed: PlacedSignature?
    /// What the signature lies on.
    public internal(set) var warning: PlacementWarning?
    /// Whether its place cannot be changed any more: it may be sealed already.
    public internal(set) var isFixed = false
    /// Asked before the person signs: ``signAnyway()``, or the fields that are missing.
    public internal(set) var question: Question?
    /// Offered instead of signing, where programs show the document differently.
    public internal(set) var copyOffer: CopyOffer?
    /// Whether ``password`` is needed to sign the file: set it, then ``save()``.
    public internal(set) var needsPassword = false
    /// Opens the file, where it is encrypted; it is kept nowhere.
    public var password = ""
    /// Whether place and photo go into the history.
    public let circumstances: CircumstancesModel

    let context: AppContext
    let viewer: ViewerPorts
    let work = Work()
    var placing: Placing?
    /// Where what is on the pad goes.
    var place: SigningPlace?

    /// What it needs of the viewer.
    struct ViewerPorts {
        let file: SigningFile
        let shown: ShownDocument
        let person: Person
        let documents: DeviceDocuments
        let form: FormModel?
        /// The document was signed, and is to be shown as it is now.
        let saved: (SignedDocument) async -> Void
        /// Others changed it meanwhile: the newest version is to be shown.
        let changed: () async -> Void
        /// A clean copy was made, and is to be shown in its place, by its name on this device.
        let copied: (String) async -> Void
        /// What is not sent yet is to be kept.
        let keep: () async -> Void
    }

    /// A document that was signed.
    struct SignedDocument {
        /// What is said of it.
        var text: String
        var name: String?
    }

    /// What puts the signature on the document.
    enum Placing {
        case file(FilePlacing, Signing.Accepted)
        case device(DocumentPlacing, Signing.Accepted)

        var accepted: Signing.Accepted {
            switch self {
            case .file(_, let accepted), .device(_, let accepted): accepted
            }
        }

        var isFixed: Bool {
            get async {
                switch self {
                case .file(let placing, _): await placing.isFixed
                case .device(let placing, _): await placing.isFixed
                }
            }
        }
    }

    init(_ context: AppContext, _ viewer: ViewerPorts) {
        (self.context, self.viewer) = (context, viewer)
        circumstances = CircumstancesModel(context, isTold: viewer.person.tellsCircumstances)
    }

    var words: Words { context.words }
    var shown: ShownDocument { viewer.shown }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    /// Whether there is ink on the page that is not saved: ask before the person leaves.
    public var isUnsaved: Bool { step == .placed }

    // MARK: Choosing

    /// Sign: says where it can be signed; first what of the form is missing or wrong.
    public func begin() async {
        guard step == .idle, !isBusy else { return }
        (question, copyOffer, work.notice) = (nil, nil, nil)
        if await offersCopy() { return }
        if let form = viewer.form {
            guard await form.check() else { return }
            let missing = form.missing
            if !missing.isEmpty {
                question = Question(
                    title: words("script.filling.missingAsk"),
                    names: words.list(missing.prefix(8).map(\.label)),
                    yes: words("script.filling.signAnyway"),
                    no: words("script.filling.fillIn")
                )
                return
            }
        }
        await choose()
    }

    /// The fields stay empty.
    public func signAnyway() async {
        guard question != nil, step == .idle, !isBusy else { return }
        question = nil
        await choose()
    }

    /// The fields are filled in first.
    public func fillIn() {
        question = nil
        viewer.form?.open()
    }

    private func choose() async {
        let facts = shown.facts
        let open = facts.fields.compactMap { SigningPlace($0, words) }
        if facts.isCertified, open.isEmpty {
            work.notice = Notice(words.explain(DocumentFault(.forbidden), of: shown.name), kind: .bad)
            return
        }
        (places, isAnywhere, step) = (open, !facts.isCertified, .choosing)
        guard open.isEmpty, !facts.isLocked else { return }
        let proposed = await viewer.file.proposal(width: SigningPlace.usualWidth, height: SigningPlace.usualHeight)
        guard let proposed, step == .choosing else { return }
        places = [SigningPlace(page: proposed.page, box: proposed.rectangle, label: words("script.signing.proposed"))]
    }

    /// Takes one of ``places``.
    public func choose(_ place: SigningPlace) async { await draw(place) }

    /// Takes the place around a point of a page, from its lower left corner.
    public func choose(page: Int, x: Double, y: Double) async {
        await draw(SigningPlace(page: page, aroundX: x, y: y, on: size(of: page)))
    }

    /// Takes a box that was drawn on a page.
    public func choose(page: Int, box: PDFRectangle) async { await draw(SigningPlace(page: page, box: box)) }

    /// Takes a free place near the middle of a page, else its middle.
    public func chooseMiddle(of page: Int) async {
        guard step == .choosing, isAnywhere, let size = size(of: page) else { return }
        let middle = SigningPlace(page: page, aroundX: size.width / 2, y: size.height / 2, on: size)
        let free = await viewer.file.free(near: PDFPlacement(page: page, rectangle: middle.box), isAnywhere: false)
        await draw(free.map { SigningPlace(page: $0.page, box: $0.rectangle) } ?? middle)
    }

    func size(of page: Int) -> PageSize? { shown.facts.pages.indices.contains(page) ? shown.facts.pages[page] : nil }

    /// Cancel: the document is as it was.
    public func cancel() async {
        let cancelled = signing
        end()
        work.notice = nil
        await cancelled?.cancel()
    }

    /// Nothing lies on the page any more.
    func end() {
        (step, places, isAnywhere, signing, placed, warning) = (.idle, [], false, nil, nil, nil)
        (placing, place, isFixed, needsPassword, question) = (nil, nil, false, false, nil)
        viewer.form?.fix(false)
    }

    // MARK: Drawing

    func draw(_ place: SigningPlace) async {
        guard step == .choosing, !isBusy, place.field != nil || isAnywhere else { return }
        let signing = SigningModel(context, for: .document) { [context, shown] in
            try await context.client.documents.beginSigning(hash: shown.hash)
        } onAccepted: { [weak self] accepted in
            await self?.lay(accepted, at: place)
        }
        signing.willSend = { [viewer] in await viewer.keep() }
        (self.signing, self.place, step) = (signing, place, .pad)
        await signing.start()
    }

    /// Back from the pad to where the place is chosen.
    public func leavePad() async {
        guard step == .pad, let signing, !signing.isBusy else { return }
        (self.signing, step) = (nil, .choosing)
        await signing.cancel()
    }

    private func lay(_ accepted: Signing.Accepted, at place: SigningPlace) async {
        guard step == .pad, let drawn = signing?.accepted else { return }
        do {
            var placed = try PlacedSignature(place, drawn.sample, drawn.pen)
            if placed.isMovable { placed.settle(on: size(of: place.page)) }
            placing = try await begin(accepted)
            (self.placed, step, signing) = (placed, .placed, nil)
        } catch {
            end()
            work.notice = Notice(words.explain(error, of: shown.name), kind: .bad)
            return
        }
        await judge()
    }

    func begin(_ accepted: Signing.Accepted) async throws -> Placing {
        let client = context.client
        if let stored = shown.stored { return .file(try client.files.placing(accepted, on: stored), accepted) }
        let placing = try await client.documents.placing(
            accepted,
            on: shown.name,
            hash: shown.hash,
            documentID: shown.documentID,
            in: viewer.documents
        )
        return .device(placing, accepted)
    }
}
