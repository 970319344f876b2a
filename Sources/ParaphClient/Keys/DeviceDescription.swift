import Foundation
public import ParaphWire

/// What a person recognises this device by.
public struct DeviceDescription: Hashable, Sendable {
    /// What the person calls it, 1 … 100 characters: `Anna’s iPhone`.
    public var name: String
    public var kind: DeviceKey.Kind
    /// The device's model.
    public var model: String?
    /// The version of its system.
    public var osVersion: String?

    public init(name: String, kind: DeviceKey.Kind = DeviceDescription.kindHere, model: String? = nil, osVersion: String? = nil) {
        self.name = name
        self.kind = kind
        self.model = model
        let version = ProcessInfo.processInfo.operatingSystemVersion
        self.osVersion = osVersion ?? "\(version.majorVersion).\(version.minorVersion)"
    }

    /// The kind of device that this is.
    public static var kindHere: DeviceKey.Kind {
        #if canImport(UIKit)
        .ios
        #else
        .other
        #endif
    }
}
