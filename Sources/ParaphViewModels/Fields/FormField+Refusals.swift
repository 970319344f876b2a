import ParaphWire

extension [FormField] {
    /// Shows what the server said of fields; whether it named one of these.
    func refuse(_ refused: [Problem.Field], _ words: Words) -> Bool {
        var isNamed = false
        for part in refused {
            let name = part.name.split(separator: ".").last.map(String.init)
            guard let field = first(where: { $0.name == name }) else { continue }
            field.refuse(words.explain(part))
            isNamed = true
        }
        return isNamed
    }
}
