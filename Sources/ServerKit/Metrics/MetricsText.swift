/// Writes Prometheus' text format, version 0.0.4.
struct MetricsText {
    private(set) var text = ""

    mutating func begin(_ family: Metrics.Family, type: String) {
        text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(type)\n"
    }

    mutating func sample(_ name: String, _ labelNames: [String], _ labels: [String], _ value: Double) {
        text += name
        let pairs = zip(labelNames, labels).map { "\($0)=\"\(Self.escaped($1))\"" }
        if !pairs.isEmpty { text += "{\(pairs.joined(separator: ","))}" }
        let whole = Int64(exactly: value)
        text += " \(whole.map(String.init) ?? "\(value)")\n"
    }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for character in value {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
        return result
    }
}
