import ParaphClient
import ParaphWire

extension EnrolmentModel {
    /// Some do not fit one another: makes room for as many more as are asked for, and says why.
    func askForMore(_ answer: EnrolmentResult, _ sent: [EnrolmentSlot]) {
        for index in slots.indices where slots[index].sample != nil { slots[index].submit(fits: true) }
        for rejected in answer.rejected {
            guard sent.indices.contains(rejected.index), let index = slots.firstIndex(where: { $0.id == sent[rejected.index].id }) else {
                continue
            }
            // What differs stays, and may fit once more have come; what is no signature is given again.
            if rejected.reason == .differs { slots[index].submit(fits: false) } else { slots[index].refuse(rejected.reason) }
        }
        let wanted = max(1, answer.countRequired)
        // Where there are too many, the oldest of those that do not fit go.
        while slots.count(where: { $0.sample != nil }) + wanted > Enrolment.mostSamples,
            let oldest = slots.firstIndex(where: \.isDoubted)
        {
            slots.remove(at: oldest)
        }
        while missing.count < wanted { slots.append(EnrolmentSlot()) }
        while missing.count > wanted, let last = missing.last { slots.remove(at: last) }
        asked = missing
        current = missing.first ?? 0
        work.notice = Notice(explanation(of: answer), kind: .warning)
    }

    private func explanation(of answer: EnrolmentResult) -> String {
        var texts: [String] = []
        let differing = slots.indices.filter { slots[$0].isDoubted }.map { $0 + 1 }
        if !differing.isEmpty { texts.append(words("script.draw.differ", ["numbers": words.list(differing)], count: differing.count)) }
        texts.append(words("script.draw.more", count: missing.count))
        for reason in answer.rejected.map(\.reason) where reason != .differs {
            if let text = words.explain(reason: reason.rawValue), !texts.contains(text) { texts.append(text) }
        }
        return texts.joined(separator: " ")
    }
}
