#if canImport(UIKit)
public import ParaphViewModels
import ParaphWire
public import SwiftUI

/// The person's documents, as this device last saw them, also without a connection.
public struct DocumentsView: View {
    @Bindable private var model: DocumentsModel
    private let open: (DocumentRow) -> Void
    private let showPeople: ((DocumentRow) -> Void)?
    @State private var asked: DocumentRow?
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - showPeople: Shows who may read and sign a file of the server (``PeopleView``), where the app has that.
    ///   - open: Shows a document.
    public init(_ model: DocumentsModel, showPeople: ((DocumentRow) -> Void)? = nil, open: @escaping (DocumentRow) -> Void) {
        self.model = model
        self.showPeople = showPeople
        self.open = open
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, rows: model.rows, emptyText: model.emptyText) {
            await model.refresh()
        } content: { _ in
            ForEach(model.shown) { row in
                Button {
                    open(row)
                } label: {
                    DocumentRowView(row: row)
                }
                .buttonStyle(.plain)
                .disabled(!row.isOpenable)
                .swipeActions { actions(row) }
                .contextMenu { actions(row) }
            }
        }
        .searchable(text: $model.wanted, prompt: Text(words("documents.find")))
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Menu(words("documents.sort"), systemImage: "arrow.up.arrow.down") {
                    Picker(words("documents.sort"), selection: $model.order) {
                        ForEach(DocumentsModel.Order.allCases, id: \.self) { Text(model.label(of: $0)).tag($0) }
                    }
                }
            }
        }
        .alert(asked.flatMap(model.question)?.title ?? "", isPresented: isAsking, presenting: asked) { row in
            if let question = model.question(removing: row) {
                Button(question.verb, role: .destructive) { Task { await model.remove(row) } }
            }
            Button(words("action.cancel"), role: .cancel) {}
        } message: { row in
            Text(model.question(removing: row)?.consequence ?? "")
        }
        .task { await model.follow() }
    }

    @ViewBuilder private func actions(_ row: DocumentRow) -> some View {
        if let question = model.question(removing: row) { Button(question.verb, role: .destructive) { asked = row } }
        if row.file?.isOwn == true, row.isOpenable, let showPeople { Button(words("files.people")) { showPeople(row) } }
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
