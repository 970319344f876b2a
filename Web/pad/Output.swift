/// The memory through which numbers and bytes leave; its address changes when it grows.
struct Output {
    private(set) var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Makes the memory at least this long and keeps what is in it.
    @inline(never)
    mutating func reserve(_ length: Int) {
        guard memory.count < length else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * length, alignment: 16)
        for index in 0..<memory.count { larger[index] = memory[index] }
        memory.deallocate()
        memory = larger
    }

    /// The bytes at the start.
    func bytes(_ length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<min(length, memory.count) { bytes.append(memory[index]) }
        return bytes
    }

    mutating func write(_ bytes: [UInt8]) -> Int {
        reserve(bytes.count)
        for index in 0..<bytes.count { memory[index] = bytes[index] }
        return bytes.count
    }

    /// Writes numbers behind others and gives how many they all are.
    @inline(never)
    mutating func write(_ numbers: [Double], after count: Int = 0) -> Int {
        let total = count + numbers.count
        reserve(total * 8)
        for index in count..<total { memory.storeBytes(of: numbers[index - count], toByteOffset: index * 8, as: Double.self) }
        return total
    }
}
