import Observation
import SwiftUI

struct DocumentRow: Identifiable, Hashable {
    let id: UUID
    var name: String
    var signatures: Int
    var date: Date
    var isChanged = false
}

@Observable
final class DocumentsModel {
    enum Phase: Equatable {
        case loading
        case loaded
        case failed(String)
    }

    var phase = Phase.loading
    var documents: [DocumentRow] = []
    var query = ""
    var selection: DocumentRow.ID?

    var shown: [DocumentRow] {
        query.isEmpty ? documents : documents.filter { $0.name.localizedStandardContains(query) }
    }

    func load() async { phase = .loaded }
    func delete(_ offsets: IndexSet) { documents.remove(atOffsets: offsets) }
}

struct DocumentsList: View {
    @State private var model = DocumentsModel()
    @State private var importing = false
    @State private var renamed: DocumentRow?
    @Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
        NavigationStack {
            content
                .navigationTitle("Documents")
                .navigationBarTitleDisplayMode(sizeClass == .compact ? .large : .inline)
                .searchable(text: $model.query, placement: .navigationBarDrawer(displayMode: .always), prompt: "Name")
                .refreshable { await model.load() }
                .toolbar {
                    ToolbarItem(placement: .topBarTrailing) {
                        Button("Open", systemImage: "plus") { importing = true }
                            .accessibilityIdentifier("documents.open")
                    }
                    ToolbarItemGroup(placement: .bottomBar) {
                        EditButton()
                        Spacer()
                        Text("\(model.shown.count) documents").font(.footnote).foregroundStyle(.secondary)
                    }
                }
        }
        .task { await model.load() }
        .fileImporter(isPresented: $importing, allowedContentTypes: [.pdf], allowsMultipleSelection: true) { result in
            if case .success(let urls) = result {
                for url in urls where url.startAccessingSecurityScopedResource() {
                    url.stopAccessingSecurityScopedResource()
                }
            }
        }
        .sheet(item: $renamed) { row in
            Text(row.name).presentationDetents([.medium, .height(240)])
        }
    }

    @ViewBuilder private var content: some View {
        switch model.phase {
        case .loading:
            ProgressView().controlSize(.large)
        case .failed(let message):
            ContentUnavailableView {
                Label("Not reached", systemImage: "wifi.slash")
            } description: {
                Text(message)
            } actions: {
                Button("Try again") { Task { await model.load() } }
                    .buttonStyle(.borderedProminent)
            }
        case .loaded where model.shown.isEmpty:
            ContentUnavailableView.search(text: model.query)
        case .loaded:
            List(selection: $model.selection) {
                Section {
                    ForEach(model.shown) { row in
                        NavigationLink(value: row) { label(row) }
                            .swipeActions(edge: .trailing) {
                                Button("Delete", role: .destructive) { model.documents.removeAll { $0.id == row.id } }
                                Button("Rename") { renamed = row }.tint(.orange)
                            }
                            .contextMenu {
                                ShareLink(item: URL(filePath: row.name))
                                Button("Rename", systemImage: "pencil") { renamed = row }
                            }
                            .badge(row.signatures)
                    }
                    .onDelete(perform: model.delete)
                } header: {
                    Text("On this device")
                } footer: {
                    Text("They never leave it.")
                }
            }
            .listStyle(.insetGrouped)
            .animation(.default, value: model.shown)
            .navigationDestination(for: DocumentRow.self) { row in
                Text(verbatim: row.name)
            }
        }
    }

    private func label(_ row: DocumentRow) -> some View {
        HStack(spacing: 12) {
            Image(systemName: row.isChanged ? "exclamationmark.triangle.fill" : "doc.text")
                .symbolRenderingMode(.hierarchical)
                .foregroundStyle(row.isChanged ? .red : .accentColor)
            VStack(alignment: .leading) {
                Text(row.name).font(.headline).lineLimit(2)
                Text(row.date, format: .dateTime.day().month().year())
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
        }
        .accessibilityElement(children: .combine)
        .accessibilityHint("Opens the document")
    }
}
