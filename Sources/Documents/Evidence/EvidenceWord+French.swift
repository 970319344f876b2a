extension EvidenceWord {
    static let french: [EvidenceWord: String] = [
        .title: "Certificat de signatures",
        .lead: "Qui a signé ce document, quand, où et sur quoi, d’après le registre de {registry}.",
        .document: "Document",
        .registry: "Registre",
        .sealedBy: "Scellé par",
        .madeAt: "Établi",
        .registeredAt: "Premier enregistrement",
        .versions: "Versions",
        .signatures: "Signatures",
        .address: "Historique",
        .partly: """
        Établi pour quelqu’un qui n’a pas signé toutes les versions\u{A0}: les empreintes, tracés, photos, lieux et \
        appareils que seuls les participants voient n’y figurent pas.
        """,
        .noHashes: """
        Établi pour quelqu’un qui n’a pas signé toutes les versions\u{A0}: les empreintes que seuls les participants voient \
        n’y figurent pas.
        """,
        .notAll: """
        Seules figurent les versions dont celles du lecteur sont issues ou qui en sont issues. Les autres n’y figurent pas.
        """,
        .forked: """
        Ce document a été enregistré plusieurs fois à partir de la même version. Aucune des branches ne prévaut.
        """,
        .noSignatures: "Personne n’a encore signé.",
        .versionsTitle: "Versions",
        .version: "Version {number}",
        .madeFrom: "issue de la version {previous}",
        .branch: "part de la version {previous}",
        .savedBy: "Enregistrée par {name}",
        .signedBy: "Signée par {name}",
        .hash: "Empreinte du fichier",
        .hashHidden: "montrée aux seuls participants",
        .signaturesTitle: "Signatures",
        .when: "Quand",
        .deviceTime: "Horloge de l’appareil",
        .place: "Où",
        .position: "Position",
        .device: "Appareil",
        .app: "Application",
        .onVersion: "Sur",
        .id: "Signature",
        .similarity: "Similarité",
        .matches: "Vérifiée",
        .differs: "Ne ressemble pas à sa signature",
        .replayed: "Non comparée\u{A0}: déjà donnée auparavant",
        .notCompared: "Non comparée\u{A0}: elle n’a pas été tracée comme une signature",
        .photoLeftOut: "Une photo existe\u{A0}; elle n’est pas reproduite ici. L’historique la montre.",
        .inkLeftOut: "Le tracé est conservé\u{A0}; il n’est pas reproduit ici. L’historique le montre.",
        .inkNotKept: "Le tracé de cette signature n’est pas conservé.",
        .meaningTitle: "Ce que montre ce certificat",
        .limitsTitle: "Ce qu’il ne montre pas",
        .meansRegistry: """
        Quand il a été établi, le registre contenait les entrées ci-dessus. Rien n’y est réécrit\u{A0}: une nouvelle version \
        est une nouvelle entrée.
        """,
        .meansHash: """
        Une empreinte (SHA-256, sauf si l’application en a choisi une autre) appartient à un seul fichier. Si celle d’un \
        fichier est celle d’une version, le fichier est cette version, octet pour octet.
        """,
        .meansShortHash: """
        Une empreinte de moins de 64 chiffres a été faite d’une manière plus faible, comme SHA-1\u{A0}: on peut fabriquer \
        d’autres fichiers avec la même empreinte.
        """,
        .meansSimilarity: """
        La similarité dit à quel point la signature tracée ressemblait à celles que la personne avait données \
        auparavant, de 0 à 1, et si cela a suffi.
        """,
        .meansInk: """
        Un tracé montre l’aspect de la signature. Elle a été comparée sur davantage\u{A0}: le mouvement de la plume, qu’aucun \
        certificat ne montre.
        """,
        .meansSeal: """
        Le sceau de {authority} montre que personne n’a modifié ce certificat depuis. Les programmes qui contrôlent les \
        signatures des PDF le vérifient\u{A0}; ils doivent faire confiance au certificat racine du registre, SHA-256 {root}.
        """,
        .limitsDocument: "Il ne contient pas le document et ne dit pas où les signatures s’y trouvent.",
        .limitsNames: "Noms, sociétés et fonctions sont ceux que les personnes se donnaient en signant.",
        .limitsPlaces: "Lieux, appareils et leurs horloges sont ce que les applications ont indiqué. Personne ne les a vérifiés.",
        .limitsTime: """
        Les heures sont celles de l’horloge du registre, en UTC\u{A0}; l’horodatage du sceau vient du registre lui-même, non \
        d’un service qualifié.
        """,
        .limitsLaw: "Il ne dit rien de la portée juridique des signatures.",
        .page: "Page {number} sur {total}",
        .seal: "Ce certificat est scellé\u{A0}: un programme qui contrôle les signatures des PDF montre s’il a été modifié.",
    ]
}
