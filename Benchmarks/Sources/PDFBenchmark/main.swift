import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphTrust
import X509

// usage: PDFBenchmark sign|validate FILE OUT SECONDS KEY CERTIFICATE CHAIN ROOT
//   sign      signs FILE again and again, from bytes in memory to what is to be appended to them, and writes the last result to OUT
//   validate  judges FILE again and again; OUT is not written
// Prints the processor's milliseconds of every round, as JSON.

func spent() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1e6
}

func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

let arguments = CommandLine.arguments
guard arguments.count == 9, let seconds = Double(arguments[4]) else {
    FileHandle.standardError.write(Data("usage: PDFBenchmark sign|validate FILE OUT SECONDS KEY CERTIFICATE CHAIN ROOT\n".utf8))
    exit(2)
}
let bytes = PDFBytes(Array(try Data(contentsOf: URL(filePath: arguments[2]))))
let identity = try SigningIdentity(pemKey: text(arguments[5]), certificate: text(arguments[6]), chain: text(arguments[7]))
let signer = DocumentSigner(identity)
let validator = DocumentValidator(anchors: try [Certificate](pem: text(arguments[8])))

var rounds: [Double] = []
var result: SignedDocument?
let begin = spent()
while rounds.count < 5 || spent() - begin < seconds * 1_000 {
    let start = spent()
    let file = try PDFFile(bytes)
    if arguments[1] == "sign" {
        result = try await signer.sign(file, SignatureRequest())
    } else {
        let report = try await validator.validate(file)
        guard report.verdict == .valid else { throw PAdESError(.trust, "the file is judged \(report.verdict)") }
    }
    rounds.append(spent() - start)
}
if let result { try Data(result.bytes).write(to: URL(filePath: arguments[3])) }
FileHandle.standardOutput.write(try JSONEncoder().encode(rounds))
