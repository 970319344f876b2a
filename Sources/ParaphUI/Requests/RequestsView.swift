#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What programs ask of the person, what became of it, and the programs that may ask nothing more.
public struct RequestsView: View {
    let model: RequestsModel
    private let wanted: String?
    @State private var asked: RequestsModel.Row?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - wanted: A request that is opened at once where it waits, such as a link's.
    public init(_ model: RequestsModel, opening wanted: String? = nil) {
        self.model = model
        self.wanted = wanted
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, lead: model.lead, rows: model.contents) {
            await model.load()
        } content: { contents in
            Section {
                ForEach(contents.waiting) { row in
                    Button {
                        model.open(row.id)
                    } label: {
                        self.row(row)
                    }
                    .buttonStyle(.plain)
                }
                if let text = model.emptyText {
                    Text(text)
                    Text(words("request.comes")).font(.subheadline).foregroundStyle(theme.secondary)
                }
            }
            if !contents.ended.isEmpty {
                Section {
                    ForEach(contents.ended) { row in
                        self.row(row)
                        if row.isReportable {
                            Button(model.reportQuestion.verb, role: .destructive) { asked = row }.frame(minHeight: Space.touch)
                        }
                    }
                } header: {
                    Text(model.endedTitle)
                } footer: {
                    Text(model.endedLead)
                }
            }
            if !contents.blocked.isEmpty {
                Section {
                    ForEach(contents.blocked) { program in
                        VStack(alignment: .leading) {
                            Text(program.asker)
                            MomentText(program.at).font(.footnote).foregroundStyle(theme.secondary)
                        }
                        Button(model.allowLabel) { Task { await model.allow(program.id) } }.frame(minHeight: Space.touch)
                    }
                } header: {
                    Text(model.blockedTitle)
                } footer: {
                    Text(model.blockedLead)
                }
            }
        }
        .alert(model.reportQuestion.title, isPresented: isAsking, presenting: asked) { row in
            Button(model.reportQuestion.verb, role: .destructive) { Task { await model.report(row.id) } }
            Button(words("action.cancel"), role: .cancel) {}
        } message: { _ in
            Text(model.reportQuestion.consequence)
        }
        .modifier(
            OpenedCover(opened: model.opened, isBusy: model.opened?.isBusy == true, close: { await model.close() }) { RequestView($0) }
        )
        .task {
            await model.load()
            if let wanted { model.open(wanted) }
        }
    }

    private func row(_ row: RequestsModel.Row) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(row.asker).font(.headline)
            if let description = row.description { Text(description) }
            HStack {
                if let outcome = row.outcome { Text(outcome) }
                Spacer()
                MomentText(row.at)
            }
            .font(.footnote)
            .foregroundStyle(theme.secondary)
        }
        .contentShape(.rect)
        .accessibilityElement(children: .combine)
    }

    private var isAsking: Binding<Bool> {
        Binding {
            asked != nil
        } set: { isAsking in
            if !isAsking { asked = nil }
        }
    }
}
#endif
