import ParaphPDF

extension DocumentSigningModel {
    /// Moves the signature, in points; `y` goes up.
    ///
    /// Call ``settle()`` once it lies still.
    public func move(byX x: Double, y: Double) {
        change { $0.move(byX: x, y: y, on: size(of: $0.page)) }
    }

    /// Resizes the signature, in points: its upper left corner stays.
    ///
    /// Call ``settle()`` once it lies still.
    public func resize(width: Double, height: Double) {
        change { $0.resize(width: width, height: height, on: size(of: $0.page)) }
    }

    private func change(_ change: (inout PlacedSignature) -> Void) {
        guard step == .placed, !isBusy, !isFixed, var placed, placed.isMovable else { return }
        change(&placed)
        self.placed = placed
    }

    /// Says what the signature lies on now.
    ///
    /// The person decides, but where it hides what was signed.
    public func settle() async { await judge() }

    /// Moves it to where it lies on nothing.
    public func moveAway() async {
        guard step == .placed, !isBusy, !isFixed, var placed, placed.isMovable else { return }
        guard let free = await viewer.file.free(near: placed.placement, isAnywhere: true, for: placed.sight) else {
            warning = warning?.toldNoneFree(words)
            return
        }
        placed.lie(at: free)
        (self.placed, warning) = (placed, nil)
        await judge()
    }

    /// Shows a photo of the person beside the ink, or none.
    ///
    /// - Parameter photo: A JPEG of at most 256 KiB; some 480 pixels are enough.
    public func setPhoto(_ photo: [UInt8]?) async {
        guard step == .placed, !isBusy, !isFixed, var placed else { return }
        do {
            if let photo, photo.count > Self.mostPhoto { throw PDFError(.tooLarge, "The photo has too many bytes") }
            try placed.show(photo, on: size(of: placed.page))
            (self.placed, work.notice) = (placed, nil)
        } catch {
            work.notice = Notice(words("script.photo.unreadable"), kind: .bad)
            return
        }
        await judge()
    }

    /// The most bytes of a photo.
    private static var mostPhoto: Int { 256 << 10 }

    /// Takes the signature away: the document is as it was.
    public func remove() {
        guard step == .placed, !isBusy, !isFixed else { return }
        end()
        work.notice = nil
    }

    func judge() async {
        guard let placed, !isFixed else { return }
        let found = await background(placed)
        // It may have moved meanwhile.
        guard let now = self.placed, now.box == placed.box, now.page == placed.page, now.photo == placed.photo, !isFixed else { return }
        warning = PlacementWarning(found, placed, isOnServer: shown.isOnServer, words)
    }

    private func background(_ placed: PlacedSignature) async -> (background: SignaturePlaces.Background, isSigned: Bool)? {
        shown.facts.isLocked ? nil : await viewer.file.background(of: placed.sight, at: placed.placement, in: placed.field)
    }

    /// Whether what is to be sealed hides what was signed: looked at once more, for it may have moved since, or never lain still.
    func isHiding(_ placed: PlacedSignature) async -> Bool {
        guard !isFixed, let found = await background(placed) else { return false }
        return found.background == .hidden && found.isSigned
    }
}
