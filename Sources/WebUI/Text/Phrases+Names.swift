import ServerKit

extension Phrases {
    /// A person's name as another person sees it: marked where its letters are of several alphabets, for some of them look alike.
    func shown(name: String) -> String {
        name + name.alphabetsMark(in: language)
    }

    /// An unreviewed name that a person gave a thing of theirs: short, without links, marked where its letters are of several alphabets.
    func unknown(_ name: String) -> String { shown(name: name.asNameInMail) }
}
