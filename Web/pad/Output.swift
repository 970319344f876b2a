/// The memory through which numbers and bytes leave; its address changes when it grows.
struct Output {
    private(set) var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Makes the memory at least this long.
    mutating func reserve(_ length: Int) {
        guard memory.count < length else { return }
        memory.deallocate()
        memory = .allocate(byteCount: 2 * length, alignment: 16)
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

    mutating func write(_ numbers: [Double]) -> Int {
        reserve(numbers.count * 8)
        for index in 0..<numbers.count { memory.storeBytes(of: numbers[index], toByteOffset: index * 8, as: Double.self) }
        return numbers.count
    }
}
