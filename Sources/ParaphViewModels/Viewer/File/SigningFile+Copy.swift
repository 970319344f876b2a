import ParaphPDF

extension SigningFile {
    /// Whether programs read the file in two ways, so that it is not signed as it is.
    func isAmbiguous() -> Bool {
        do throws(PDFError) {
            _ = try PDFUpdate(read().file)
            return false
        } catch {
            return error.code == .ambiguous
        }
    }

    /// The bytes of a clean copy.
    func cleanCopy() throws -> [UInt8] {
        do throws(PDFError) {
            return try CleanCopy.bytes(of: read().file)
        } catch {
            throw DocumentFault(.unsignable)
        }
    }
}
