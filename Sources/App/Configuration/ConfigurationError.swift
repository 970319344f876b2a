/// A setting that is missing or wrong.
public struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    /// The flag's name without its dashes.
    public var setting: String
    /// What is wrong with it, and what would be right.
    public var problem: String

    /// Names a setting and what is wrong with it.
    public init(setting: String, problem: String) {
        self.setting = setting
        self.problem = problem
    }

    public var description: String { "--\(setting) \(problem)" }
}
