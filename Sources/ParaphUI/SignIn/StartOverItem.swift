#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Back to who signs in.
struct StartOverItem: ToolbarContent {
    let model: SignInModel
    @Environment(\.words) private var words

    var body: some ToolbarContent {
        ToolbarItem(placement: .cancellationAction) {
            Button(words("action.cancel")) { Task { await model.startOver() } }
        }
    }
}
#endif
