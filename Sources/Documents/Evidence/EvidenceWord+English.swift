extension EvidenceWord {
    static let english: [EvidenceWord: String] = [
        .title: "Certificate of signatures",
        .lead: "Who signed this document, when, where and on what, as the registry of {registry} knows it.",
        .document: "Document",
        .registry: "Registry",
        .sealedBy: "Sealed by",
        .madeAt: "Made",
        .registeredAt: "First saved",
        .versions: "Versions",
        .signatures: "Signatures",
        .address: "History",
        .partly: """
        Made for somebody who did not sign every version: hashes, drawings, photos, places and devices that only \
        participants see are left out.
        """,
        .noHashes: "Made for somebody who did not sign every version: hashes that only participants see are left out.",
        .notAll: "Only the versions that the reader’s own come from or lead to are listed. Others are left out.",
        .forked: "This document was saved more than once on the same version. None of the branches counts more.",
        .noSignatures: "Nobody has signed yet.",
        .versionsTitle: "Versions",
        .version: "Version {number}",
        .madeFrom: "made from version {previous}",
        .branch: "branches off version {previous}",
        .savedBy: "Saved by {name}",
        .signedBy: "Signed by {name}",
        .hash: "Hash of the file",
        .hashHidden: "shown to participants only",
        .signaturesTitle: "Signatures",
        .when: "When",
        .deviceTime: "Device’s clock",
        .place: "Where",
        .position: "Position",
        .device: "Device",
        .app: "App",
        .onVersion: "On",
        .id: "Signature",
        .similarity: "Similarity",
        .matches: "Verified",
        .differs: "Does not look like their signature",
        .replayed: "Not compared: it was given before",
        .notCompared: "Not compared: it was not drawn like a signature",
        .photoLeftOut: "A photo was taken or is known; it is left out here. The history shows it.",
        .inkLeftOut: "The drawing is kept; it is left out here. The history shows it.",
        .inkNotKept: "The drawing of this signature is not kept.",
        .meaningTitle: "What this certificate shows",
        .limitsTitle: "What it does not show",
        .meansRegistry: """
        When it was made, the registry held the entries above. Nothing in a registry is overwritten: a later version is \
        a later entry.
        """,
        .meansHash: """
        A hash (SHA-256, unless the app chose another) belongs to one file. Where the hash of a file is that of a \
        version, the file is that version, byte for byte.
        """,
        .meansShortHash: """
        A hash of fewer than 64 digits was made in a weaker way, such as SHA-1: other files with the same hash can be made.
        """,
        .meansSimilarity: """
        Similarity tells how like the drawn signature was to the ones that the person had given before, from 0 to 1, and \
        whether that sufficed.
        """,
        .meansInk: """
        A drawing shows how the signature looked. It was compared by more: how the pen moved, which no certificate shows.
        """,
        .meansSeal: """
        The seal of {authority} shows that nobody has changed this certificate since. Programs that check signatures in \
        PDFs verify it; they have to trust the registry’s root certificate, SHA-256 {root}.
        """,
        .limitsDocument: "The document is not in it, nor where on its pages the signatures stand.",
        .limitsNames: "Names, companies and positions are what people called themselves when they signed.",
        .limitsPlaces: "Places, devices and their clocks are what the apps told. Nobody checked them.",
        .limitsTime: """
        Times are by the registry’s clock, in UTC; the timestamp in the seal is the registry’s own, not that of a \
        qualified service.
        """,
        .limitsLaw: "It says nothing about what the signatures mean in law.",
        .page: "Page {number} of {total}",
        .seal: "This certificate is sealed: a program that checks signatures in PDFs shows whether it was changed.",
    ]
}
