/// What a file carries by which programs may show something else than its pages, today or later: no verdict on it can tell, so the signer is told before.
public enum PDFRemark: String, CaseIterable, Sendable {
    /// It runs scripts when it is opened, printed or filled in.
    case scripts
    /// It has layers that are shown by whether it is printed, how large it is seen, or in which language.
    case layers
    /// Other files are attached to it, or it is a portfolio of files.
    case attachments

    /// What it says, as a sentence.
    public var text: StaticString {
        switch self {
        case .scripts: "It has scripts: some programs may show something else than what is signed."
        case .layers: "It has layers that differ on the screen, in print, by zoom or by language."
        case .attachments: "Other files are attached to it, which are signed with it and not shown here."
        }
    }
}

extension PDFFile {
    /// How many actions that follow one another are looked at.
    private static let mostActions = 64

    /// What a person should be told before they sign it, in the order of ``PDFRemark``.
    ///
    /// - Throws: ``PDFError``: what reading it throws.
    public func remarks() throws(PDFError) -> [PDFRemark] {
        guard let catalog = try catalog() else { return [] }
        let names = try resolve(catalog["Names"]).dictionary
        var hasScripts = try !resolve(names?["JavaScript"]).isNull
        if !hasScripts { hasScripts = try isScript(catalog["OpenAction"]) }
        if !hasScripts { hasScripts = try hasScript(in: catalog) }
        let layers = try resolve(resolve(catalog["OCProperties"]).dictionary?["D"]).dictionary
        let hasLayers = try resolve(layers?["AS"]).array.map { !$0.isEmpty } ?? false
        var hasFiles = try !resolve(names?["EmbeddedFiles"]).isNull
        if catalog["Collection"] != nil || catalog["AF"] != nil { hasFiles = true }
        for page in try pages() {
            if !hasScripts { hasScripts = try hasScript(in: page.dictionary) }
            for element in try resolve(page.dictionary["Annots"]).array ?? [] {
                try budget.spend(8)
                guard let annotation = try resolve(element).dictionary else { continue }
                if try resolve(annotation["Subtype"]).name.map({ $0 == "FileAttachment" }) ?? false { hasFiles = true }
                if !hasScripts { hasScripts = try hasScript(in: annotation) }
                if !hasScripts { hasScripts = try isScript(annotation["A"]) }
                // A field may have its scripts above its widgets.
                if !hasScripts { hasScripts = try hasScript(in: resolve(annotation["Parent"]).dictionary ?? PDFDictionary()) }
            }
        }
        var remarks: [PDFRemark] = []
        if hasScripts { remarks.append(.scripts) }
        if hasLayers { remarks.append(.layers) }
        if hasFiles { remarks.append(.attachments) }
        return remarks
    }

    /// Whether something that happens to what a dictionary describes runs a script (12.6.3).
    private func hasScript(in dictionary: PDFDictionary) throws(PDFError) -> Bool {
        guard let actions = try resolve(dictionary["AA"]).dictionary else { return false }
        for entry in actions.entries { if try isScript(entry.value) { return true } }
        return false
    }

    /// Whether an action runs a script, or one that follows it does.
    private func isScript(_ action: PDFObject?) throws(PDFError) -> Bool {
        var left: [PDFObject] = []
        if let action { left.append(action) }
        var count = 0
        while let next = left.popLast(), count < Self.mostActions {
            count += 1
            try budget.spend(8)
            guard let dictionary = try resolve(next).dictionary else { continue }
            if dictionary["JS"] != nil { return true }
            let after = try resolve(dictionary["Next"])
            left += after.array ?? [after]
        }
        return false
    }
}
