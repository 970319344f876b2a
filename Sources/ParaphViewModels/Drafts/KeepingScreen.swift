import Foundation
import ParaphClient

/// A screen on which people draw or type what is sent later: it outlives the app, which the system may end in the background.
///
/// What was kept comes back as the screen loads; it is erased once it is sent, cancelled or a day old, and when the person signs out.
public protocol KeepingScreen: AnyObject {
    /// Keeps what is not sent yet, where the app has a place for that (``AppContext/init(client:words:drafts:)``): call it when the app goes to
    /// the background.
    func keepDraft() async
}

extension AppContext {
    /// A number for what is kept or erased, to be taken as the draft is looked at.
    nonisolated var draftTurn: Int { drafts?.nextTurn() ?? 0 }

    /// Keeps a draft; where there is nothing to keep the one before is erased.
    func keep(_ draft: (some Encodable)?, as name: String, at turn: Int) async {
        guard let drafts else { return }
        guard let draft, let bytes = try? JSONEncoder().encode(draft) else { return await drafts.erase(name, at: turn) }
        await drafts.keep([UInt8](bytes), as: name, at: turn)
    }

    /// The draft of a name, where there is one that this version can read.
    func draft<Draft: Decodable>(_ name: String, as type: Draft.Type = Draft.self) async -> Draft? {
        guard let bytes = await drafts?.find(name) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Erases a draft.
    func eraseDraft(_ name: String, at turn: Int) async { await drafts?.erase(name, at: turn) }

    /// The name of a draft of the person who is signed in; `nil` without one.
    func draftName(_ name: String) async -> String? {
        for await session in await client.signIn.changes { return session.map { "\(name) of \($0.personId)" } }
        return nil
    }
}
