#if canImport(UIKit)
public import ParaphViewModels
public import ParaphWire
public import SwiftUI
import UniformTypeIdentifiers

/// What became of a document: a page for each signature, the line of time, and whether a file is one of its versions.
public struct HistoryView: View {
    let model: HistoryModel
    private let open: ((DocumentHistory.DocumentFile) -> Void)?
    @State private var shown: String?
    @State private var isChoosing = false
    @State private var certificate: URL?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - open: Shows the file that the document is, where the person may open it and the app has that.
    public init(_ model: HistoryModel, open: ((DocumentHistory.DocumentFile) -> Void)? = nil) {
        self.model = model
        self.open = open
    }

    public var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: Space.medium) {
                NoticeArea(screen: model)
                if let contents = model.contents.value { told(contents) }
            }
            .frame(maxWidth: theme.column, alignment: .leading)
            .padding(Space.medium)
            .frame(maxWidth: .infinity)
        }
        .overlay { BusyMark(isBusy: model.isBusy) }
        .background(theme.paper)
        .foregroundStyle(theme.text)
        .tint(theme.accent)
        .navigationTitle(model.title)
        .navigationBarTitleDisplayMode(.inline)
        .refreshable { [model] in await model.load() }
        .task { await model.load() }
        .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.pdf, .data]) { chosen in
            guard case .success(let file) = chosen else { return }
            Task { await check(file) }
        }
        .onChange(of: model.certificate) { _, made in certificate = made.flatMap(keep) }
    }

    @ViewBuilder private func told(_ contents: HistoryModel.Contents) -> some View {
        if let text = contents.forkedText { Label(text, systemImage: "exclamationmark.triangle").foregroundStyle(theme.warn) }
        if let text = contents.partlyText { Text(text).foregroundStyle(theme.secondary) }
        if let text = contents.emptyText {
            ContentUnavailableView(text, systemImage: "signature", description: Text(words("history.comes")))
        } else {
            if let count = model.countText { Text(count).font(.headline) }
            pages(contents.signatures)
        }
        if let file = contents.file, let open {
            Button(words("history.open")) { open(file) }.buttonStyle(.quiet)
        }
        Text(model.timelineTitle).font(.headline)
        ForEach(contents.steps, id: \.self) { HistoryStepView(step: $0) { shown = $0 } }
        certificateCard
        checkCard
    }

    private func pages(_ signatures: [SignatureOnDocument]) -> some View {
        ScrollView(.horizontal) {
            LazyHStack(alignment: .top, spacing: Space.medium) {
                ForEach(signatures) { signature in
                    SignaturePage(model: model, signature: signature)
                        .containerRelativeFrame(.horizontal)
                }
            }
            .scrollTargetLayout()
        }
        .scrollTargetBehavior(.viewAligned)
        .scrollPosition(id: $shown)
        .scrollIndicators(.hidden)
        .accessibilityElement(children: .contain)
        .accessibilityLabel(words("history.pages"))
    }

    private var certificateCard: some View {
        Card {
            Text(words("history.certificate")).font(.headline)
            Text(model.certificateNote).foregroundStyle(theme.secondary)
            if let certificate {
                ShareLink(words("documents.share"), item: certificate).frame(minHeight: Space.touch)
            } else {
                Button(model.certifyLabel) { Task { await model.certify() } }
                    .frame(minHeight: Space.touch)
                    .disabled(model.isBusy)
            }
        }
    }

    private var checkCard: some View {
        Card {
            Text(model.checkTitle).font(.headline)
            Text(model.checkNote).foregroundStyle(theme.secondary)
            if let checked = model.checked { NoticeView(notice: checked) }
            Button(model.checkLabel) { isChoosing = true }
                .frame(minHeight: Space.touch)
                .disabled(model.isBusy)
        }
    }

    private func check(_ file: URL) async {
        let isScoped = file.startAccessingSecurityScopedResource()
        defer {
            if isScoped { file.stopAccessingSecurityScopedResource() }
        }
        await model.check(file)
    }

    /// The certificate as a file that can be shared.
    private func keep(_ certificate: Content) -> URL? {
        let name = certificate.fileName.map { URL(filePath: $0).lastPathComponent } ?? "certificate.pdf"
        let file = URL.temporaryDirectory.appending(path: name)
        return (try? Data(certificate.bytes).write(to: file, options: .atomic)) == nil ? nil : file
    }
}
#endif
