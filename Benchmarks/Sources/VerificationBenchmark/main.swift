import Foundation
import ParaphInk
import ParaphInkFormats

@testable import ParaphVerification

// Reads a folder of SVC2004 files; the first five samples of each person are references, samples 6 to 20 and the forgeries test them.
// Writes the channels that are aligned for a peer to align them too, and prints as JSON what was found. Then each line of input asks for one
// round over all tests, or with "long" over samples drawn out to 400 points, so that the peer can take turns; each answer is a line with
// the verifications in a second of processor time: points to verdict, everything included.

struct Outcome: Encodable {
    var points: Int
    /// The log odds of a forgery for each test, in the order of the file.
    var scores: [Double]
}

struct Case {
    var template: Template
    var references: [Representation]
    var tests: [Sample]
    var genuine: Int
}

/// Numbers for the peer.
struct Channels {
    private(set) var data = Data()

    mutating func put(_ values: [Double]) {
        values.withUnsafeBytes { data.append(contentsOf: $0) }
    }

    mutating func put(_ representation: Representation) {
        put([Double(representation.count), Double(representation.width)])
        put(representation.values.map { Double($0) / Double(Representation.unit) })
    }
}

func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func round(_ cases: [Case]) -> Double {
    let start = seconds()
    var count = 0
    for item in cases {
        for test in item.tests where Verifier().verify(test, against: item.template).quality >= 0 { count += 1 }
    }
    return Double(count) / (seconds() - start)
}

func answer(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// The sample at a pace at which it has so many points, 10 ms apart.
func drawnOut(_ sample: Sample, to points: Double) -> Sample {
    var sample = sample
    let factor = points / Double(max(Trajectory(sample).count, 1))
    var last = 0.0
    var clock = 0.0
    for stroke in sample.strokes.indices {
        for index in sample.strokes[stroke].points.indices {
            let time = sample.strokes[stroke].points[index].time
            // Pauses keep their length, as they are shortened alike.
            clock += (time - last) * (time - last < 25 ? factor : 1)
            last = time
            // Whole milliseconds, as a device gives; a clock of fractions that is even is a robot's.
            sample.strokes[stroke].points[index].time = clock.rounded()
        }
    }
    return sample
}

func makeCase(_ genuine: [Sample], _ forgeries: [Sample]) -> Case {
    let material = ReferenceMaterial(Array(genuine.prefix(5)))
    return Case(
        template: material.template(of: Array(material.samples.indices), complexity: 1),
        references: material.representations,
        tests: Array(genuine.dropFirst(5)) + forgeries,
        genuine: genuine.count - 5
    )
}

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: VerificationBenchmark FOLDER CHANNELS\n".utf8))
    exit(2)
}
var cases: [Case] = []
var long: [Case] = []
for user in 1...40 {
    let samples = (1...40).compactMap { number in
        FileManager.default.contents(atPath: "\(CommandLine.arguments[1])/U\(user)S\(number).TXT").flatMap {
            try? SVC2004Format.decode(Array($0))
        }
    }
    guard samples.count == 40 else { continue }
    cases.append(makeCase(Array(samples[..<20]), Array(samples[20...])))
    let slow = samples.map { drawnOut($0, to: 400) }
    long.append(makeCase(Array(slow[..<20]), Array(slow[20...])))
}

var channels = Channels()
channels.put([Double(cases.count)])
for item in cases {
    channels.put([Double(item.references.count), Double(item.genuine), Double(item.tests.count)])
    for reference in item.references { channels.put(reference) }
    for test in item.tests { channels.put(Representation(Trajectory(test), pace: item.template.prepared.pace)) }
}
try channels.data.write(to: URL(filePath: CommandLine.arguments[2]))

let tests = cases.flatMap(\.tests)
let outcome = Outcome(
    points: tests.reduce(0) { $0 + Trajectory($1).count } / max(tests.count, 1),
    scores: cases.flatMap { item in
        let comparison = Comparison(policy: VerificationPolicy(), template: item.template)
        return item.tests.map { Double(comparison.logOdds($0)) }
    }
)
answer(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
while let line = readLine() { answer("\(round(line == "long" ? long : cases))") }
