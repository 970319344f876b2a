#if canImport(UIKit)
import ParaphClient
import ParaphViewModels
import SwiftUI

/// The rest of an enrolment of who is signed in: the profile, filled in, and the signatures.
struct EnrolScreen: View {
    let context: AppContext
    @State private var model: RegistrationModel?

    var body: some View {
        Group {
            if let model { RegistrationView(model) } else { BusyMark(isBusy: true) }
        }
        .task {
            guard model == nil else { return }
            model = RegistrationModel(context, person: try? await context.client.account.person())
        }
    }
}
#endif
