extension Inflate {
    /// The most bytes that one round of the fast loop reads and writes.
    private static let inputSlack = 16
    private static let outputSlack = 258 + 3 + 16

    private enum Stop {
        case endOfBlock, damage
        /// The fast loop is near the end of the input or of the room.
        case room
    }

    /// Decodes the rest of a block whose codes are built; says whether it was sound.
    func compressed(into output: inout ByteBuffer, budget: PDFBudget) throws(PDFError) -> Bool {
        while true {
            let before = output.count
            if end - input >= Self.inputSlack, output.reserve(Self.outputSlack) {
                let stop = fast(into: &output)
                try budget.spend(output.count - before)
                switch stop {
                case .endOfBlock: return true
                case .damage: return false
                case .room: continue
                }
            }
            // Near an end: one symbol at a time.
            switch try careful(into: &output) {
            case .endOfBlock:
                try budget.spend(output.count - before)
                return true
            case .damage: return false
            case .room: try budget.spend(output.count - before)
            }
        }
    }

    /// Decodes while neither the input nor the room can end within a round.
    private func fast(into output: inout ByteBuffer) -> Stop {
        let start = output.memory
        var out = start + output.count
        let lastOut = start + (output.capacity - Self.outputSlack)
        var next = input
        let lastIn = end - Self.inputSlack
        var bits = bits
        var count = UInt64(truncatingIfNeeded: bitCount)
        let literalTable = UnsafePointer(literals.entries)
        let distanceTable = UnsafePointer(distances.entries)
        let literalMask: UInt64 = 1 << UInt64(literals.rootBits) - 1
        let distanceMask: UInt64 = 1 << UInt64(distances.rootBits) - 1
        defer {
            output.commit(out - start)
            // Whole bytes that were read ahead go back.
            let whole = Int(count >> 3)
            input = next - whole
            bitCount = Int(count & 7)
            self.bits = bits & (1 << (count & 7) - 1)
        }
        func refilled() {
            bits |= UnsafeRawPointer(next).loadUnaligned(as: UInt64.self).littleEndian &<< count
            next += Int((63 &- count) >> 3)
            count |= 56
        }
        func use(_ number: UInt64) {
            bits &>>= number
            count &-= number
        }
        rounds: while out <= lastOut, next <= lastIn {
            refilled()
            var entry = literalTable[Int(truncatingIfNeeded: bits & literalMask)]
            var spare = 3
            while true {
                if entry & HuffmanTable.kindMask == HuffmanTable.link {
                    use(UInt64(literals.rootBits))
                    let low = bits & (1 << UInt64(entry & 15) - 1)
                    entry = literalTable[Int(entry >> 16) + Int(truncatingIfNeeded: low)]
                }
                guard entry & HuffmanTable.kindMask == HuffmanTable.literal else { break }
                use(UInt64(entry & 15))
                out.pointee = UInt8(truncatingIfNeeded: entry >> 16)
                out += 1
                spare &-= 1
                // Three codes of 15 bits fit into the 56 that are ready.
                if spare == 0 { continue rounds }
                entry = literalTable[Int(truncatingIfNeeded: bits & literalMask)]
            }
            guard entry & HuffmanTable.kindMask == HuffmanTable.base else {
                if entry & HuffmanTable.kindMask == HuffmanTable.endOfBlock {
                    use(UInt64(entry & 15))
                    return .endOfBlock
                }
                return .damage
            }
            use(UInt64(entry & 15))
            refilled()
            var extra = UInt64(entry >> 4 & 15)
            let length = Int(entry >> 16) + Int(truncatingIfNeeded: bits & (1 << extra - 1))
            use(extra)
            entry = distanceTable[Int(truncatingIfNeeded: bits & distanceMask)]
            if entry & HuffmanTable.kindMask == HuffmanTable.link {
                use(UInt64(distances.rootBits))
                entry = distanceTable[Int(entry >> 16) + Int(truncatingIfNeeded: bits & (1 << UInt64(entry & 15) - 1))]
            }
            guard entry & HuffmanTable.kindMask == HuffmanTable.base else { return .damage }
            use(UInt64(entry & 15))
            extra = UInt64(entry >> 4 & 15)
            let distance = Int(entry >> 16) + Int(truncatingIfNeeded: bits & (1 << extra - 1))
            use(extra)
            guard distance <= out - start else { return .damage }
            Self.copy(length, from: distance, to: out)
            out += length
        }
        return .room
    }

    /// Repeats bytes that were written; may write up to 15 bytes more than asked, where there is room.
    @inline(__always)
    private static func copy(_ length: Int, from distance: Int, to out: UnsafeMutablePointer<UInt8>) {
        let source = UnsafeRawPointer(out - distance)
        let target = UnsafeMutableRawPointer(out)
        if distance >= 8 {
            var done = 0
            repeat {
                target.storeBytes(of: source.loadUnaligned(fromByteOffset: done, as: UInt64.self), toByteOffset: done, as: UInt64.self)
                done &+= 8
            } while done < length
        } else if distance == 1 {
            let pattern = UInt64(source.load(as: UInt8.self)) &* 0x0101_0101_0101_0101
            var done = 0
            repeat {
                target.storeBytes(of: pattern, toByteOffset: done, as: UInt64.self)
                done &+= 8
            } while done < length
        } else {
            for index in 0..<length { out[index] = out[index - distance] }
        }
    }

    /// Decodes one literal or one length and distance, checking every step.
    private func careful(into output: inout ByteBuffer) throws(PDFError) -> Stop {
        refill()
        var entry = symbol(literals)
        if entry & HuffmanTable.kindMask == HuffmanTable.endOfBlock { return isOverrun ? .damage : .endOfBlock }
        if entry & HuffmanTable.kindMask == HuffmanTable.literal {
            guard !isOverrun else { return .damage }
            guard output.append(UInt8(truncatingIfNeeded: entry >> 16)) else { throw Self.tooLarge }
            return .room
        }
        guard entry & HuffmanTable.kindMask == HuffmanTable.base else { return .damage }
        let length = Int(entry >> 16) + take(Int(entry >> 4 & 15))
        refill()
        entry = symbol(distances)
        guard entry & HuffmanTable.kindMask == HuffmanTable.base else { return .damage }
        let distance = Int(entry >> 16) + take(Int(entry >> 4 & 15))
        guard !isOverrun, distance <= output.count else { return .damage }
        guard output.reserve(length) else { throw Self.tooLarge }
        for _ in 0..<length { _ = output.append(output.memory[output.count - distance]) }
        return .room
    }

    private static var tooLarge: PDFError { PDFError(.tooLarge, "A stream gives more bytes than the limits allow") }

    private func symbol(_ table: HuffmanTable) -> UInt32 {
        var entry = table.entries[Int(bits & (1 << UInt64(table.rootBits) - 1))]
        if entry & HuffmanTable.kindMask == HuffmanTable.link {
            _ = take(table.rootBits)
            entry = table.entries[Int(entry >> 16) + Int(bits & (1 << UInt64(entry & 15) - 1))]
        }
        _ = take(Int(entry & 15))
        return entry
    }
}
