import Foundation
import ParaphWire
import ServerKit

extension PlaceTable {
    /// Reads a table in the form of GeoNames (`cities500.txt` … `cities15000.txt`): UTF-8, a place a line, columns between tabs, of which the
    /// second is the name, the fifth and sixth degrees north and east, the eighth the kind and the ninth the country.
    ///
    /// - Throws: a ``Problem`` that names the line.
    public init(geoNames bytes: [UInt8]) throws {
        guard bytes.count <= Self.limits.bytes else { throw Self.refused("is larger than \(Self.limits.bytes) bytes") }
        var entries: [Entry] = []
        for (index, line) in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).enumerated() {
            guard index < Self.limits.rows else { throw Self.refused("has more than \(Self.limits.rows) lines") }
            // Sections of cities (PPLX) would hide their city's name.
            guard let (entry, kind) = Self.entry(line) else { throw Self.refused("line \(index + 1) is not a place as GeoNames writes it") }
            if kind != "PPLX" { entries.append(entry) }
        }
        guard !entries.isEmpty else { throw Self.refused("has no place") }
        self.entries = entries
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> (Entry, kind: String)? {
        let columns = line.split(separator: 9, maxSplits: 9, omittingEmptySubsequences: false)
        guard columns.count > 8 else { return nil }
        let text = { (column: Int) in String(validating: columns[column], as: UTF8.self) }
        guard let name = text(1), (1...200).contains(columns[1].count), !name.unicodeScalars.contains(where: { $0.value < 32 }),
            let latitude = text(4).flatMap(Double.init), (-90...90).contains(latitude),
            let longitude = text(5).flatMap(Double.init), (-180...180).contains(longitude),
            let country = text(8), country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0) })
        else { return nil }
        return (Entry(latitude: latitude, longitude: longitude, country: country, name: String(name.prefix(100))), text(7) ?? "")
    }

    private static func refused(_ words: String) -> Problem { .invalid("place-table", .malformed, words) }
}
