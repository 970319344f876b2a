import ServerKit
import SignToLoginDialect

/// Where, when and on what a registration or signature was given, as its app tells.
struct CaptureDetails: Codable, Hashable, Sendable {
    var location: SignToLoginParameters.Location?
    var country: String?
    /// ISO 3166-1, two letters; only where this server found the place.
    var countryCode: String?
    var city: String?
    var address: String?
    /// The client's clock, `DD.MM.YYYY HH:MM:SS`.
    var clientTime: String
    /// Of apps only.
    var resolution: SignToLoginParameters.Resolution?
    var pressure: Double?
    var osVersion: String?
    var deviceVersion: String?

    /// What the web app tells, to which the place may come.
    init(clientTime: String) {
        self.clientTime = clientTime
    }

    /// - Throws: ``SignToLoginRefusal`` that names the first parameter that is missing or wrong.
    init(_ parameters: SignToLoginParameters) throws(SignToLoginRefusal) {
        location = try parameters.location()
        country = try parameters.line("country", limit: 100)
        city = try parameters.line("city", limit: 100)
        address = try parameters.line("address", limit: 500)
        clientTime = try parameters.requiredTime()
        resolution = try parameters.requiredResolution()
        pressure = try parameters.requiredPressure()
    }

    /// The type of the device, as letters say it.
    var device: DeviceType { DeviceType(told: "\(deviceVersion ?? "") \(osVersion ?? "")") }

    /// The part that stands beside every judged signature.
    func place(application: String) -> SignaturePlace {
        SignaturePlace(
            latitude: location?.latitude,
            longitude: location?.longitude,
            country: country,
            city: city,
            address: address,
            deviceVersion: deviceVersion,
            osVersion: osVersion,
            application: application
        )
    }
}
