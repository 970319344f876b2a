#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A sign-in that lasts as long as it is shown.
struct SignInScreen: View {
    @State private var model: SignInModel

    init(context: AppContext, passkeys: (any PasskeyMaker)?) {
        _model = State(initialValue: SignInModel(context, passkeys: passkeys))
    }

    var body: some View { SignInView(model) }
}
#endif
