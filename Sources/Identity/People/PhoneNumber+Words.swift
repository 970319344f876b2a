import ParaphWire

extension PhoneNumber.Fault {
    /// What is wrong, for a program's developer.
    var words: String {
        switch self {
        case .characters: "holds something that is no part of a telephone number; leave words and extensions out"
        case .noCountryCode: "must begin with + or 00 and the country code, such as +33123456789"
        case .trunkPrefix:
            "begins with +8, and no country has that code; in place of the 8 that is dialled inside Russia and Kazakhstan, write +7"
        case .countryCode: "begins with a country code that no country has; check the digits after the +"
        case .nationalLength: "has a digit too few or too many for its country"
        case .length: "must have 7 to 15 digits with its country code, such as +33123456789"
        }
    }
}
