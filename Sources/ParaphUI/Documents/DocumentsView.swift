#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The person's documents, as this device last saw them, also without a connection.
public struct DocumentsView: View {
    @Bindable private var model: DocumentsModel
    private let open: (DocumentRow) -> Void
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - open: Shows a document.
    public init(_ model: DocumentsModel, open: @escaping (DocumentRow) -> Void) {
        self.model = model
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
        .task { await model.follow() }
    }
}
#endif
