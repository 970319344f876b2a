import Configuration
import Foundation
import Identity
import ParaphWire

extension Settings {
    /// The table that `placeTable` names, in the form of GeoNames; else the places of time zones.
    ///
    /// - Throws: ``ConfigurationError``.
    func places() throws -> PlaceTable {
        guard let path = text("placeTable") else { return .zones }
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size <= PlaceTable.sizeLimit,
            let bytes = FileManager.default.contents(atPath: path)
        else {
            throw ConfigurationError(
                setting: "place-table",
                problem: "\(path) is no file that can be read, of at most \(PlaceTable.sizeLimit) bytes"
            )
        }
        do {
            return try PlaceTable(geoNames: Array(bytes))
        } catch let problem as Problem {
            throw ConfigurationError(setting: "place-table", problem: problem.detail ?? "is no table of places")
        }
    }
}
