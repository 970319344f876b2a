public import ParaphInk

extension SignToLoginFormat {
    /// Reads one signature object.
    ///
    /// Memory and time are bounded by `longestSignature` and the limits; the JSON is read without building a tree.
    /// - Throws: ``FormatError`` that names the byte or the point.
    public static func decode(_ json: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        try check(json, longest: longestSignature)
        var cursor = JSONCursor(json)
        let sample = try signature(&cursor, limits)
        try cursor.end()
        return sample
    }

    /// Reads an array of signature objects; one object alone counts as an array of one.
    ///
    /// - Parameters:
    ///   - json: the text of the array.
    ///   - count: the most signatures.
    ///   - limits: how large each of them may be.
    /// - Returns: the samples in the order of the array, which may be empty.
    /// - Throws: ``FormatError`` whose ``FormatError/signature`` is the number of the one that is wrong.
    public static func decodeList(
        _ json: [UInt8],
        atMost count: Int = 15,
        limits: Sample.Limits = Sample.Limits()
    ) throws(FormatError) -> [Sample] {
        try check(json, longest: longestList)
        var cursor = JSONCursor(json)
        var samples: [Sample] = []
        if try cursor.kind() == .object {
            samples.append(try signature(&cursor, limits))
        } else {
            try cursor.array { (cursor) throws(FormatError) in
                guard samples.count < count else {
                    throw FormatError(.tooLarge, "There are more than \(count) signatures; send fewer.", at: .byte(cursor.position))
                }
                do throws(FormatError) {
                    samples.append(try signature(&cursor, limits))
                } catch {
                    var error = error
                    error.signature = samples.count
                    throw error
                }
            }
        }
        try cursor.end()
        return samples
    }

    private static func check(_ json: [UInt8], longest: Int) throws(FormatError) {
        guard !json.isEmpty else { throw FormatError(.empty, "There is no JSON; send a signature object.") }
        guard json.count <= longest else { throw FormatError(.tooLarge, "The JSON is longer than \(longest) bytes; send fewer points.") }
    }

    private static func signature(_ cursor: inout JSONCursor, _ limits: Sample.Limits) throws(FormatError) -> Sample {
        var dots: [Dot]?
        var dotCount: Double?
        var pressure: Double?
        try cursor.object { (cursor, name) throws(FormatError) in
            switch name {
            case "signature_contents":
                guard dots == nil else { throw cursor.malformed("\"signature_contents\" is there twice; send it once.") }
                dots = try contents(&cursor, limits)
            case "dot_count", "dot count": dotCount = try cursor.number()
            case "pressure": pressure = try cursor.number()
            default: try cursor.skip()
            }
        }
        guard let dots else {
            throw FormatError(
                .malformed,
                "\"signature_contents\" is missing; send it as an array of {\"x\", \"y\", \"p\"}.",
                at: .byte(cursor.position)
            )
        }
        return try sample(of: dots, dotCount: dotCount, pressure: pressure, limits: limits)
    }

    private static func contents(_ cursor: inout JSONCursor, _ limits: Sample.Limits) throws(FormatError) -> [Dot] {
        var dots: [Dot] = []
        try cursor.array { (cursor) throws(FormatError) in
            guard dots.count < limits.points else {
                throw FormatError(
                    .tooLarge,
                    "The signature has more than \(limits.points) points; send one signature only.",
                    at: .byte(cursor.position)
                )
            }
            var x: Double?
            var y: Double?
            var p: Double?
            try cursor.object { (cursor, name) throws(FormatError) in
                switch name {
                case "x": x = try cursor.number()
                case "y": y = try cursor.number()
                case "p": p = try cursor.number()
                default: try cursor.skip()
                }
            }
            guard let x, let y else {
                throw FormatError(.malformed, "\"x\" or \"y\" is missing; send both for every point.", at: .point(dots.count))
            }
            dots.append(Dot(x: x, y: y, p: p ?? 0))
        }
        return dots
    }
}
