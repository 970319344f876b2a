import CoreTransferable
import Foundation
import SwiftUI
import UniformTypeIdentifiers
import os

nonisolated struct TransferItem: Identifiable, Transferable, Codable, Hashable {
    var id: UUID
    var name: String
    var url: URL
    var fraction = 0.0

    static var transferRepresentation: some TransferRepresentation {
        FileRepresentation(exportedContentType: .pdf) { item in
            SentTransferredFile(item.url)
        }
        .suggestedFileName { $0.name }
    }
}

@MainActor final class Transfers: NSObject, URLSessionDownloadDelegate {
    private static let logger = Logger(subsystem: "org.example", category: "transfers")
    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.background(withIdentifier: "org.example.transfers")
        configuration.sessionSendsLaunchEvents = true
        configuration.isDiscretionary = false
        configuration.waitsForConnectivity = true
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }()

    func start(_ url: URL) {
        session.downloadTask(with: URLRequest(url: url)).resume()
    }

    nonisolated func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        let target = URL.documentsDirectory.appending(path: "a.pdf")
        do {
            try FileManager.default.moveItem(at: location, to: target)
            try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: target.path())
        } catch {
            Self.report(error)
        }
    }

    nonisolated private static func report(_ error: any Error) {
        Task { @MainActor in logger.error("failed: \(error.localizedDescription, privacy: .public)") }
    }
}

struct NewDocument: FileDocument {
    static let readableContentTypes: [UTType] = [.pdf]
    var data: Data

    init(data: Data) { self.data = data }

    nonisolated init(configuration: ReadConfiguration) throws {
        guard let data = configuration.file.regularFileContents else { throw CocoaError(.fileReadCorruptFile) }
        self.data = data
    }

    nonisolated func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        FileWrapper(regularFileWithContents: data)
    }
}

struct TransfersView: View {
    @State private var items: [TransferItem] = []
    @State private var isExporting = false
    @State private var isTargeted = false
    @State private var sort = SortDescriptor(\TransferItem.name)
    private let columns = [GridItem(.adaptive(minimum: 120), spacing: 16)]

    var body: some View {
        ScrollView {
            LazyVGrid(columns: columns, spacing: 16) {
                ForEach($items) { $item in
                    VStack {
                        Image(systemName: "doc.richtext").font(.largeTitle)
                            .symbolEffect(.pulse, isActive: item.fraction < 1)
                        TextField("Name", text: $item.name)
                        Text(Int64(item.fraction * 1000), format: .byteCount(style: .file))
                    }
                    .draggable(item) { Text(item.name) }
                    .onTapGesture(count: 2) { item.fraction = 1 }
                    .onLongPressGesture { isExporting = true }
                }
            }
            .padding()
        }
        .dropDestination(for: URL.self) { urls, _ in
            items += urls.map { TransferItem(id: UUID(), name: $0.lastPathComponent, url: $0) }
            return true
        } isTargeted: {
            isTargeted = $0
        }
        .border(isTargeted ? Color.accentColor : .clear, width: 2)
        .fileExporter(isPresented: $isExporting, document: NewDocument(data: Data()), contentType: .pdf, defaultFilename: "signed") {
            result in
            switch result {
            case .success(let url): print(url)
            case .failure(let error): print(error)
            }
        }
        .toolbar {
            Menu("Sort", systemImage: "arrow.up.arrow.down") {
                Picker("Sort", selection: $sort) {
                    Text("Name").tag(SortDescriptor(\TransferItem.name))
                    Text("Progress").tag(SortDescriptor(\TransferItem.fraction))
                }
                Divider()
                ControlGroup {
                    Button("Copy", systemImage: "doc.on.doc") { UIPasteboard.general.url = items.first?.url }
                    if let item = items.first { ShareLink(item: item, preview: SharePreview(item.name)) }
                }
            }
        }
    }
}
