public import ParaphTrust
public import ServerKit

/// Why a service outside was not asked, or did not answer.
public enum OutgoingError: Error, Sendable {
    /// Its address may not be asked.
    case refused(AddressPolicy.Fault)
    /// Its name stands for nothing.
    case unknownHost
    /// It took too long.
    case late
    /// It cannot be reached, or speaks no HTTP.
    case unreachable(any Error)
}

extension DeliveryError {
    /// What the outbox is told: an address that may not be asked is never asked again, however its name is changed meanwhile.
    ///
    /// What errors say may hold the address, so only their type is told.
    public init(_ error: OutgoingError) {
        switch error {
        case .refused(let fault): self.init(isFinal: true, "the address \(fault)")
        case .unknownHost: self.init(isFinal: false, "the host has no address")
        case .late: self.init(isFinal: false, "no answer came in time")
        case .unreachable(let error): self.init(isFinal: false, "the host cannot be reached (\(type(of: error)))")
        }
    }
}
