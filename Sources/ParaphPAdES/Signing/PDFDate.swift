package import Foundation
package import ParaphPDF

extension PDFString {
    /// A date as PDFs write it (ISO 32000-2, 7.9.4), in UTC; years beyond 9999 and before 0 are the nearest of these.
    package init(date: Date) {
        let (earliest, latest) = (-62_167_219_200.0, 253_402_300_799.0)
        let exact = date.timeIntervalSince1970
        let seconds = exact.isFinite ? Int(min(max(exact, earliest), latest).rounded(.down)) : 0
        var days = seconds / 86_400
        var rest = seconds % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        // Days since 1 March of the year 0, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func digits(_ number: Int, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let time = digits(rest / 3_600, 2) + digits(rest / 60 % 60, 2) + digits(rest % 60, 2)
        self.init(Array("D:\(digits(year, 4))\(digits(month, 2))\(digits(day, 2))\(time)+00'00'".utf8))
    }
}
