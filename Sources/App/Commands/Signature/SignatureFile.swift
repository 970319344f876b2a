import Foundation
import ParaphInk
import ParaphInkFormats

/// Files that hold signatures, templates and pictures.
enum SignatureFile {
    /// The bytes of a file of at most so many; of standard input, where the path is `-`.
    static func bytes(at path: String, limit: Int = InkFormat.longest) throws -> [UInt8] {
        do {
            let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            defer { if path != "-" { try? handle.close() } }
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else { throw Refusal("\(path) is longer than \(limit) bytes; it is not what this command reads.") }
            return Array(data)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal("\(path) cannot be read; check that it exists and that you may read it.")
        }
    }

    /// The signature in a file of any known format.
    static func sample(at path: String, format: InkFormat? = nil) throws -> Sample {
        let bytes = try bytes(at: path)
        do {
            return try format?.decode(bytes) ?? InkFormat.decode(bytes)
        } catch {
            throw Refusal("\(path): \(error)")
        }
    }

    /// Whether two paths lead to one file that is there.
    static func isSame(_ first: String, _ second: String) -> Bool {
        func identity(_ path: String) -> [Int]? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            guard let volume = attributes?[.systemNumber] as? NSNumber, let number = attributes?[.systemFileNumber] as? NSNumber else {
                return nil
            }
            return [volume.intValue, number.intValue]
        }
        guard let one = identity(first), let other = identity(second) else { return false }
        return one == other
    }

    /// Writes a file whole or not at all; to standard output, where the path is `-`.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            guard path != "-" else { return try FileHandle.standardOutput.write(contentsOf: Data(bytes)) }
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Refusal("\(path) cannot be written; check that its folder exists and that you may write there.")
        }
    }
}

extension InkFormat {
    /// The format that a command line names.
    static func named(_ name: String) throws -> InkFormat {
        guard let format = InkFormat(rawValue: name) else {
            throw Refusal("\(name) is no format; known are \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return format
    }
}
