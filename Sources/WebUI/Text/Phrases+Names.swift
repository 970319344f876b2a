import ServerKit

extension Phrases {
    /// Somebody's name as another person sees it: marked where its letters are of several alphabets, for some of them look alike.
    func shown(name: String) -> String {
        name.mixesAlphabets ? self["name.mixed", ["name": name]] : name
    }

    /// What somebody calls a thing of theirs that nobody looked at: short, without links, marked where its letters are of several alphabets.
    func unknown(_ name: String) -> String { shown(name: name.asNameInMail) }
}
