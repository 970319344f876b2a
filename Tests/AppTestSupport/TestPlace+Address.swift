public import App
import StoragePostgreSQL
public import TestSupport

extension TestPlace {
    /// How a node's configuration names it.
    public var address: DatabaseAddress { settings.map { .postgreSQL($0) } ?? .folder }
}
