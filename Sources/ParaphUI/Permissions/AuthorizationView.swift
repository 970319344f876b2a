#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// A program asks for access to the account: what it could do comes first, Refuse is as large as Allow.
public struct AuthorizationView: View {
    let model: AuthorizationModel
    @Environment(\.openURL) private var openURL
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: AuthorizationModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title) {
            if let question = model.question.value {
                Text(question.text).font(.title3.weight(.semibold))
                Text(model.mayTitle)
                ForEach(question.rights, id: \.self) { Label($0, systemImage: "checkmark") }
                ForEach(model.notes, id: \.self) { Text($0).foregroundStyle(theme.secondary) }
                Text(question.account)
                Text(question.back).foregroundStyle(theme.secondary)
            }
        } actions: {
            HStack(spacing: Space.small) {
                Button(model.refuseLabel) { Task { await model.decide(false) } }.buttonStyle(.quiet)
                Button(model.allowLabel) { Task { await model.decide(true) } }.buttonStyle(.main)
            }
            .disabled(model.question.value == nil || model.destination != nil)
        }
        .task { await model.load() }
        .onChange(of: model.destination) { _, destination in
            if let destination { openURL(destination) }
        }
    }
}
#endif
