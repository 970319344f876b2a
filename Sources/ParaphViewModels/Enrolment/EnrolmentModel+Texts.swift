import ParaphWire

extension EnrolmentModel {
    var words: Words { context.words }

    /// `Signature 3 of 10`, or `Again: 1 of 2`.
    public var title: String {
        guard let asked, let place = asked.firstIndex(of: current) else {
            return words("script.draw.title", numbered(current + 1, of: slots.count))
        }
        return words("script.draw.titleMore", numbered(place + 1, of: asked.count))
    }

    private func numbered(_ number: Int, of total: Int) -> [String: String] {
        ["number": words.number(number), "total": words.number(total)]
    }

    /// What is asked of the person.
    public var hint: String { words(slots[current].sample == nil ? "script.draw.hint" : "script.draw.redo") }

    /// What the button says that goes on.
    public var primaryLabel: String {
        if !missing.contains(where: { $0 != current }) { return words("script.draw.finish") }
        guard slots[current].sample != nil else { return words("script.draw.next") }
        return words(pad.isEmpty ? "script.draw.keep" : "script.draw.replace")
    }

    /// Whether that button does something.
    public var isPrimaryEnabled: Bool { !isBusy && result == nil && (!pad.isEmpty || slots[current].sample != nil) }

    /// What VoiceOver says of a place.
    public func label(of index: Int) -> String {
        let number = ["number": words.number(index + 1)]
        return switch slots[index].state {
        case .open: words("script.draw.thumb.open", number)
        case .given: words("script.draw.thumb.given", number)
        case .doubted: words("script.draw.thumb.doubted", number)
        case .refused: words("script.draw.thumb.refused", number)
        }
    }

    /// Whether a place can be gone to.
    public func isChoosable(_ index: Int) -> Bool {
        guard slots.indices.contains(index), !slots[index].isSubmitted else { return false }
        return slots[index].state != .open || index == current || index == missing.first
    }

    /// What the person should know of their samples, once the signature is ready.
    public var warning: Notice? {
        result.flatMap { words.explain($0.warnings) }.map { Notice($0, kind: .warning) }
    }

    /// The drawings that the signature is made of, once it is ready.
    public var counted: [EnrolmentSlot] {
        guard let result else { return [] }
        let sent = slots.filter { $0.sample != nil }
        return result.accepted.compactMap { sent.indices.contains($0) ? sent[$0] : nil }
    }
}
