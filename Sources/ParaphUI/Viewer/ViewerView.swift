#if canImport(UIKit)
import MessageUI
public import ParaphViewModels
public import SwiftUI

/// A document: its pages, what its signatures are worth, filling it in, signing it, and sending it on.
public struct ViewerView: View {
    let model: ViewerModel
    private let showHistory: ((String) -> Void)?
    @State private var pictures: PagePictures?
    @State private var unlocked: [CGSize] = []
    @State private var current: Int? = 0
    @State private var isLeaving = false
    @State private var isMailing = false
    @State private var isKeeping = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - showHistory: Shows the history of a document by its id, where the app has that.
    public init(_ model: ViewerModel, showHistory: ((String) -> Void)? = nil) {
        self.model = model
        self.showHistory = showHistory
    }

    public var body: some View {
        content
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .safeAreaInset(edge: .top, spacing: 0) { above }
            .safeAreaInset(edge: .bottom, spacing: 0) { below }
            .background(theme.paper)
            .foregroundStyle(theme.text)
            .tint(theme.accent)
            .navigationTitle(model.name.isEmpty ? model.title : model.name)
            .navigationBarTitleDisplayMode(.inline)
            .navigationBarBackButtonHidden(model.isUnsaved)
            .interactiveDismissDisabled(model.isUnsaved)
            .toolbar { tools }
            .fullScreenCover(isPresented: isDrawing) { pad }
            .sheet(isPresented: $isMailing) {
                if let url = model.url { MailSheet(file: url).ignoresSafeArea() }
            }
            .confirmationDialog(model.keepLabel, isPresented: $isKeeping, titleVisibility: .visible) {
                Button(model.moveLabel) { Task { await model.keepInFiles(isMoved: true) } }
                Button(model.copyLabel) { Task { await model.keepInFiles(isMoved: false) } }
                Button(words("action.cancel"), role: .cancel) {}
            } message: {
                Text("\(model.keepNote) \(model.keepChoice)")
            }
            .modifier(LeavingQuestion(signing: model.signing, isShown: $isLeaving) { dismiss() })
            .keepingDraft(of: model)
            .task {
                if model.pages.value == nil { await model.load() }
            }
            .task { await model.follow() }
            .task(id: model.version) {
                unlocked = []
                pictures = model.version == nil ? nil : model.url.map { PagePictures($0) }
            }
    }

    // MARK: The pages

    @ViewBuilder private var content: some View {
        if let pictures, let pages = model.pages.value {
            let known = pages.isEmpty ? unlocked : pages.map { CGSize(width: $0.width, height: $0.height) }
            if known.isEmpty {
                LockedDocumentView(pictures: pictures) { sizes, password in
                    unlocked = sizes
                    model.signing?.password = password
                }
            } else {
                PagesView(model: model, pictures: pictures, sizes: known, current: $current)
            }
        } else if case .failed = model.pages {
            ContentUnavailableView(model.title, systemImage: "doc.questionmark")
        } else {
            VStack(spacing: Space.small) {
                if let progress = model.progress { ProgressView(value: progress).frame(maxWidth: 200) } else { BusyMark(isBusy: true) }
                Text(model.openingText).foregroundStyle(theme.secondary)
            }
        }
    }

    private var above: some View {
        VStack(spacing: 0) {
            if model.notice != nil { NoticeArea(screen: model).padding(Space.small) }
            if model.showsVerdict, let verdict = model.verdict {
                VerdictBanner(model: verdict, showPage: { current = $0 }, showHistory: showHistory)
            }
            if let text = model.newerText {
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(text)
                    Button(model.showNewerLabel) { Task { await model.showNewer() } }
                        .frame(minHeight: Space.touch)
                        .disabled(model.isUnsaved || model.isBusy)
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                .padding(Space.small)
                .background(theme.accentSoft)
            }
            if let form = model.form { filling(form) }
        }
    }

    private func filling(_ form: FormModel) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            if form.isOpen { Text(form.hint).font(.footnote).foregroundStyle(theme.secondary) }
            ForEach(form.fields.filter { $0.error != nil }) { field in
                Label(field.error ?? "", systemImage: "exclamationmark.circle").font(.footnote).foregroundStyle(theme.bad)
            }
            if form.isClosed { Button(form.openLabel) { form.open() }.frame(minHeight: Space.touch) }
            if form.hasDrafts { Button(form.discardLabel, role: .destructive) { form.discard() }.frame(minHeight: Space.touch) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(.horizontal, Space.medium)
        .padding(.vertical, Space.tiny)
        .background(theme.paper)
    }

    // MARK: Signing

    @ViewBuilder private var below: some View {
        Group {
            if let text = model.signedText {
                signed(text)
            } else if let signing = model.signing {
                SigningBar(signing: signing, current: current ?? 0)
            } else if let text = model.unsignedText {
                Text(text).foregroundStyle(theme.secondary)
            }
        }
        .frame(maxWidth: theme.column)
        .padding(Space.note)
        .frame(maxWidth: .infinity)
        .background(theme.paper)
    }

    private func signed(_ text: String) -> some View {
        VStack(spacing: Space.small) {
            Label(text, systemImage: "checkmark.circle").foregroundStyle(theme.good)
            if let url = model.url { ShareLink(model.shareLabel, item: url).buttonStyle(.main) }
            HStack(spacing: Space.small) {
                if let signing = model.signing {
                    Button(model.moreLabel) { Task { await signing.begin() } }.buttonStyle(.quiet)
                }
                Button(model.finishLabel) {
                    model.finish()
                    dismiss()
                }
                .buttonStyle(.quiet)
            }
        }
    }

    private var isDrawing: Binding<Bool> {
        Binding {
            model.signing?.step == .pad
        } set: { isDrawing in
            if !isDrawing { Task { await model.signing?.leavePad() } }
        }
    }

    private var pad: some View {
        NavigationStack {
            if let signing = model.signing, let pad = signing.signing {
                SigningView(pad, title: model.name)
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            Button(words("action.cancel")) { Task { await signing.leavePad() } }.disabled(pad.isBusy)
                        }
                    }
            }
        }
    }

    // MARK: Sending it on

    @ToolbarContentBuilder private var tools: some ToolbarContent {
        if model.isUnsaved {
            ToolbarItem(placement: .cancellationAction) { Button(words("action.back")) { isLeaving = true } }
        }
        ToolbarItem(placement: .primaryAction) {
            Menu(words("more.title"), systemImage: "ellipsis.circle") {
                if let url = model.url { ShareLink(model.shareLabel, item: url) }
                if model.url != nil, MFMailComposeViewController.canSendMail() {
                    Button(words("documents.mail"), systemImage: "envelope") { isMailing = true }
                }
                if let id = model.historyID, let showHistory {
                    Button(words("history.title"), systemImage: "clock") { showHistory(id) }
                }
                if model.isKeepable { Button(model.keepLabel, systemImage: "icloud.and.arrow.up") { isKeeping = true } }
            }
        }
    }
}
#endif
