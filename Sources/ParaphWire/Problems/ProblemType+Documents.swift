/// What each of these means: problems with documents, their seals and signing.
extension ProblemType {
    static let documents: [ProblemType] = [
        ProblemType(.alreadySaved, 409, "This version was saved before, with other signatures or in another document."),
        ProblemType(.ambiguous, 409, "Several documents have this version; name one."),
        ProblemType(.draftExpired, 409, "The signature was prepared too long ago; prepare it again."),
        ProblemType(.fieldSigned, 409, "The signature field was signed before."),
        ProblemType(.formRefused, 409, "A value does not fit its form field; `fields` names it."),
        ProblemType(.locked, 409, "The document is encrypted; `fields` says what is wrong with the password, where one would help."),
        ProblemType(.neverSaved, 409, "The version that the signatures were put on was never saved."),
        ProblemType(.noFonts, 503, "The server has no font for the language of this evidence."),
        ProblemType(.noPages, 409, "The document has no pages."),
        ProblemType(.previousMissing, 409, "The version that this one was made from is not named."),
        ProblemType(.repeatedSignature, 409, "A signature is named twice."),
        ProblemType(.signatureForbidden, 409, "An earlier signature on the document, or its author, does not allow this one."),
        ProblemType(.signedMeanwhile, 409, "Another person signed the file meanwhile; prepare the signature on top of theirs."),
        ProblemType(.tooComplex, 409, "The document is too complex to be signed here."),
        ProblemType(.tooManyDrafts, 429, "Too many signatures are prepared; try again after `retryAfter`."),
        ProblemType(.tooManyVersions, 409, "The document has as many versions or signatures as it may; register the file as a new one."),
        ProblemType(.unchanged, 409, "There are signatures, but the file is the one that they were put on."),
        ProblemType(.unknownDocument, 404, "There is no document with this id."),
        ProblemType(.unknownVersion, 409, "The signature was drawn for no version of this document."),
        ProblemType(.unsealed, 409, "A signature was not sealed for this document by this person."),
        ProblemType(.unsignable, 409, "The document is damaged in a way that keeps it from being signed."),
        ProblemType(.usedSignature, 409, "The signature stands on a document, or is sealed for one; each is good once."),
        ProblemType(.wouldHide, 409, "The signature would hide what is signed there."),
        ProblemType(.xfa, 409, "The form needs XFA, which cannot be signed."),
    ]
}
