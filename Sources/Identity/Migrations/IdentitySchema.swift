public import ParaphStorage

/// The tables of people, devices, sessions, templates and what happened to them.
public enum IdentitySchema {
    /// Every migration of this domain in order; the storage's own come before them.
    public static let migrations: [Migration] = [.baseline, .contacts]
}
