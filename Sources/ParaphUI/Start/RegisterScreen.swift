#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A registration that lasts as long as it is shown.
struct RegisterScreen: View {
    @State private var model: RegistrationModel

    init(context: AppContext) {
        _model = State(initialValue: RegistrationModel(context))
    }

    var body: some View { RegistrationView(model) }
}
#endif
