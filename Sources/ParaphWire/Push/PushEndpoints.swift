/// The native API's calls about alerts on a device: each session may have one address that they are pushed to.
public enum PushEndpoints {
    /// What a device needs to be reached, and how this session's device is.
    public static let settings = Endpoint<Nothing, Nothing, PushSettings>("GET", "/v1/me/push")
    /// Has alerts pushed to this session's device from now on, in place of where they went before; the same again changes nothing.
    public static let register = Endpoint<Nothing, PushRegistration, PushSettings>("PUT", "/v1/me/push")
    /// Ends the alerts on this session's device.
    public static let end = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/push")
}
