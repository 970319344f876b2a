internal import ParaphInk

/// Layout, big endian: version 1 · variant 1 · tool 1 · complexity 2 (of 65,535) · speed unit 4 · log spreads 4 each (with pressure, without;
/// either of movement, dynamics) · number of references 1; for each reference: step 4 · number of points 2 · origin x, y 4 each · scale 4 · x, y (and pressure, with the
/// pressure variant) 2 each point · weight 1 each point · 15 global features 4 each.
extension Template {
    /// Version 1 had one spread each, of other channels; such templates are measured anew when they are read.
    private static let version: UInt8 = 2

    /// The template as bytes: about 2 kB a reference.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(variant.rawValue)
        writer.append(tool.rawValue)
        writer.append(UInt16(min(max(complexity, 0), 1) * 65_535))
        writer.append(speedUnit)
        for value in statistics {
            writer.append(value.movement)
            writer.append(value.dynamics)
        }
        writer.append(UInt8(references.count))
        for reference in references { reference.write(&writer) }
        return writer.bytes
    }

    /// The bytes up to the complexity.
    static let headerLength = 5

    /// The complexity in the first ``headerLength`` bytes.
    static func complexity(decoding header: [UInt8]) throws(VerificationError) -> Double {
        var reader = ByteReader(header)
        let version = try reader.byte()
        guard (1...Self.version).contains(version) else { throw .unknownVersion(version) }
        for _ in 0..<2 { _ = try reader.byte() }
        return Double(try reader.uint16()) / 65_535
    }

    /// Reads what ``encoded()`` wrote; anything else throws.
    public init(decoding bytes: [UInt8]) throws(VerificationError) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard (1...Self.version).contains(version) else { throw .unknownVersion(version) }
        guard let variant = Variant(rawValue: try reader.byte()) else { throw .malformed("an unknown variant", at: 1) }
        guard let tool = Sample.Tool(rawValue: try reader.byte()) else { throw .malformed("an unknown tool", at: 2) }
        let complexity = Double(try reader.uint16()) / 65_535
        let speedUnit = try reader.float()
        guard speedUnit > 0 else { throw .malformed("a speed unit that is not above 0", at: 5) }
        var statistics: [EnrolmentStatistics] = []
        for _ in 0..<2 {
            let first = try reader.float()
            statistics.append(EnrolmentStatistics(movement: first, dynamics: version == 1 ? first : try reader.float()))
        }
        let count = Int(try reader.byte())
        guard (1...15).contains(count) else { throw .malformed("a count of \(count) references", at: reader.offset - 1) }
        var references: [Reference] = []
        for _ in 0..<count { references.append(try Reference(&reader, variant)) }
        try reader.end()
        if version == 1 { statistics = ReferenceMaterial.statistics(of: references, variant, speedUnit: speedUnit) }
        self.init(
            references: references,
            speedUnit: speedUnit,
            variant: variant,
            statistics: statistics,
            tool: tool,
            complexity: complexity
        )
    }
}

extension Template.Reference {
    private static let weightUnit: Float = 64

    /// The reference as it will be read back.
    func stored(_ variant: Variant) -> Template.Reference {
        var writer = ByteWriter()
        write(&writer)
        var reader = ByteReader(writer.bytes)
        return (try? Template.Reference(&reader, variant)) ?? self
    }

    fileprivate func write(_ writer: inout ByteWriter) {
        writer.append(trajectory.step)
        writer.append(UInt16(trajectory.count))
        let originX = trajectory.x.min() ?? 0
        let originY = trajectory.y.min() ?? 0
        let size = max((trajectory.x.max() ?? 0) - originX, (trajectory.y.max() ?? 0) - originY)
        let scale = size > 0 ? size : 1
        writer.append(originX)
        writer.append(originY)
        writer.append(scale)
        for value in trajectory.x { writer.append(Self.share(value - originX, scale)) }
        for value in trajectory.y { writer.append(Self.share(value - originY, scale)) }
        for value in trajectory.pressure { writer.append(Self.share(value, 1)) }
        for weight in weights { writer.append(UInt8(min(max((weight * Self.weightUnit).rounded(), 1), 255))) }
        for value in features.values { writer.append(value) }
    }

    private static func share(_ value: Float, _ scale: Float) -> UInt16 {
        UInt16((min(max(value / scale, 0), 1) * 65_535).rounded())
    }

    fileprivate init(_ reader: inout ByteReader, _ variant: Variant) throws(VerificationError) {
        let step = try reader.float()
        guard step >= 1 else { throw .malformed("a step below 1", at: reader.offset) }
        let count = Int(try reader.uint16())
        guard (2...Trajectory.maximumCount).contains(count) else { throw .malformed("a count of \(count) points", at: reader.offset) }
        let origin = (x: try reader.float(), y: try reader.float())
        let scale = try reader.float()
        guard scale > 0 else { throw .malformed("a scale that is not above 0", at: reader.offset) }
        func values(_ origin: Float, _ scale: Float) throws(VerificationError) -> [Float] {
            var values: [Float] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(origin + Float(try reader.uint16()) / 65_535 * scale) }
            return values
        }
        trajectory = Trajectory(
            x: try values(origin.x, scale),
            y: try values(origin.y, scale),
            pressure: variant == .pressure ? try values(0, 1) : [],
            step: step,
            isTimed: variant != .untimed
        )
        weights = []
        for _ in 0..<count { weights.append(Float(try reader.byte()) / Self.weightUnit) }
        var features: [Float] = []
        for _ in GlobalFeatures.Feature.allCases { features.append(try reader.float()) }
        self.features = GlobalFeatures(values: features)
    }
}
