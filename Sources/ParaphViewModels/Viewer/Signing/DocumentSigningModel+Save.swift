import Foundation
import ParaphClient
import ParaphPDF
import ParaphWire

extension DocumentSigningModel {
    /// Save: seals the signature and keeps the signed document.
    public func save() async {
        guard step == .placed, !isBusy, let placed, let placing else { return }
        viewer.form?.fix(true)
        await work.perform(words) {
            do {
                if await isHiding(placed) {
                    viewer.form?.fix(false)
                    warning = PlacementWarning(hiding: placed, isElsewhere: false, words)
                    return
                }
                needsPassword = false
                try await circumstances.tell(of: placing.accepted.signatureId ?? "", placed.photo)
                let signed = try await store(placed, with: placing)
                end()
                await viewer.saved(signed)
            } catch let error as ClientError {
                await failed(error, placed, placing)
            } catch let fault as DocumentFault {
                end()
                work.notice = Notice(words.explain(fault, of: shown.name), kind: .bad)
            }
        }
    }

    private func store(_ placed: PlacedSignature, with placing: Placing) async throws -> SignedDocument {
        switch placing {
        case .file(let placing, let accepted):
            // The password is told with the file, and may come later.
            let current = password.isEmpty ? placing : try await renewed(placing, accepted)
            let saved = try await current.save(at: placement(placed))
            var names: [String] = []
            for name in saved.signedSince.map(words.shown(name:)) where !names.contains(name) { names.append(name) }
            let text = names.isEmpty ? words("script.files.signed") : words("script.files.signedOnTop", ["names": words.list(names)])
            return SignedDocument(text: text)
        case .device(let placing, _):
            let (file, request) = (viewer.file, sealing(placed))
            let saved = try await placing.save { room, link in
                try await file.prepare(request, room: room, link: link)
            } complete: { seal in
                try await file.complete(seal)
            }
            return SignedDocument(text: words(saved.isFork ? "script.signing.doneFork" : "script.signing.done"), name: saved.name)
        }
    }

    private func renewed(_ placing: FilePlacing, _ accepted: Signing.Accepted) async throws -> FilePlacing {
        guard let stored = shown.stored, await !placing.isFixed else { return placing }
        let renewed = try context.client.files.placing(accepted, on: stored, password: password)
        self.placing = .file(renewed, accepted)
        return renewed
    }

    private func placement(_ placed: PlacedSignature) -> FilePlacing.Placement {
        let form = viewer.form?.values ?? []
        if let field = placed.field { return FilePlacing.Placement(field: field, ink: placed.pen, photo: placed.photo, form: form) }
        let box = [placed.box.left, placed.box.bottom, placed.box.right, placed.box.top]
        return FilePlacing.Placement(page: placed.page, box: box, ink: placed.pen, photo: placed.photo, form: form)
    }

    private func sealing(_ placed: PlacedSignature) -> SealingRequest {
        SealingRequest(
            sight: placed.sight,
            placement: placed.placement,
            field: placed.field,
            name: viewer.person.profile.userName,
            moment: context.now(),
            values: viewer.form?.entries ?? []
        )
    }

    // MARK: Failures

    private func failed(_ error: ClientError, _ placed: PlacedSignature, _ placing: Placing) async {
        isFixed = await (self.placing ?? placing).isFixed
        if !isFixed { viewer.form?.fix(false) }
        let problem = error.problem
        if problem?.code == .wouldHide {
            // What this device cannot read, and what others signed meanwhile, only the server sees.
            warning = PlacementWarning(hiding: placed, isElsewhere: true, words)
        } else if problem?.code == .locked, problem?.fields?.isEmpty == false {
            needsPassword = true
            if !password.isEmpty { work.notice = Notice(words("script.files.wrongPassword"), kind: .bad) }
        } else if problem?.code == .formRefused, let form = viewer.form {
            let names = words.list(form.drop((problem?.fields ?? []).map(\.name)))
            work.notice = Notice(words("script.filling.dropped", ["names": names]), kind: .warning)
        } else if problem?.code == .changedSince {
            // What was drawn is for what the person read: they see the newest version before they sign again.
            end()
            await viewer.changed()
        } else {
            await tell(error)
        }
    }

    private func tell(_ error: ClientError) async {
        // Where others are faster all the time, the ink stays for the next try.
        let isLate = error.problem?.code == .signedMeanwhile
        // A signature that the server does not take for this document is worth nothing any more: another one has to be drawn.
        let isOver = !isLate && (error.status == 404 || error.status == 409 || error.code == .differs)
        let isPerhaps = shown.isOnServer && error.status != 404 && isFixed
        let state = words(isPerhaps ? "script.signing.perhaps" : "script.signing.unsaved")
        let isOverHere = error.code == .differs && !shown.isOnServer
        let text =
            if isOverHere {
                words.explain(DocumentFault(.overtaken), of: shown.name)
            } else if shown.isOnServer, !error.isTransient {
                words.explain(error, ofFile: shown.name, unsigned: true)
            } else {
                words.explain(error)
            }
        if isOver { end() }
        let whole = "\(text) \(state)"
        if error.isTransient, !isOver {
            work.offer(whole) { [weak self] in await self?.save() }
        } else {
            work.notice = Notice(whole, kind: .bad)
        }
    }
}
