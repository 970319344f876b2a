import ParaphWire
import ServerKit

extension CivilDate {
    /// Today in UTC as a date field takes it: `2026-11-21`.
    static var today: String {
        String(SystemTime().now().text.prefix(10))
    }
}
