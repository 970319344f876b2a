#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The apps and programs that the person allowed something, and ending one.
public struct PermissionsView: View {
    let model: PermissionsModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: PermissionsModel) {
        self.model = model
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, rows: model.contents, emptyText: model.emptyText) {
            await model.load()
        } content: { contents in
            if !contents.apps.isEmpty {
                Section {
                    ForEach(contents.apps) { app($0) }
                } footer: {
                    Text(model.appsLead)
                }
            }
            if !contents.programs.isEmpty {
                Section {
                    ForEach(contents.programs) { program($0) }
                } header: {
                    Text(model.programsTitle)
                } footer: {
                    Text(model.programsLead)
                }
            }
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .task { await model.load() }
    }

    private func app(_ app: PermissionsModel.App) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(app.name).font(.headline)
            Text(app.line)
            MomentText(app.at).font(.subheadline).foregroundStyle(theme.secondary)
            if let note = app.note { Text(note).font(.footnote).foregroundStyle(theme.secondary) }
            HStack(spacing: Space.medium) {
                if app.isAllowable { Link(model.allowLabel, destination: model.page) }
                Button(app.endLabel, role: .destructive) { Task { await model.end(app: app.id) } }
            }
            .buttonStyle(.borderless)
            .frame(minHeight: Space.touch)
            .disabled(model.isBusy)
        }
    }

    private func program(_ program: PermissionsModel.Program) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(program.name).font(.headline)
            HStack(spacing: Space.tiny) {
                Text(model.allowedLabel)
                MomentText(program.allowedAt)
            }
            .font(.subheadline)
            .foregroundStyle(theme.secondary)
            HStack(spacing: Space.tiny) {
                Text(words("device.used"))
                MomentText(program.usedAt)
            }
            .font(.subheadline)
            .foregroundStyle(theme.secondary)
            Button(model.endLabel, role: .destructive) { Task { await model.end(program: program.id) } }
                .buttonStyle(.borderless)
                .frame(minHeight: Space.touch)
                .disabled(model.isBusy)
        }
    }
}
#endif
