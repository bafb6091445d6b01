/// The Keccak permutation of FIPS 202, with the SHA-3 hashes based on it.
struct Keccak {
    private var lanes = [UInt64](repeating: 0, count: 25)

    /// Returns the SHA-3 hash of the message, `count` bytes long.
    static func sha3(_ message: [UInt8], count: Int) -> [UInt8] {
        let rate = 200 - 2 * count
        var padded = message + [0x06]
        padded += [UInt8](repeating: 0, count: (rate - padded.count % rate) % rate)
        padded[padded.count - 1] |= 0x80
        var state = Keccak()
        for start in stride(from: 0, to: padded.count, by: rate) {
            for index in 0..<rate {
                state.lanes[index / 8] ^= UInt64(padded[start + index]) << UInt64(8 * (index % 8))
            }
            state.permute()
        }
        return (0..<count).map { UInt8(truncatingIfNeeded: state.lanes[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    }

    /// Applies Keccak-f[1600]: the 24 rounds of FIPS 202 section 3.3.
    private mutating func permute() {
        for constant in Self.constants {
            theta()
            lanes = chi(of: rhoPi())
            lanes[0] ^= constant
        }
    }

    private mutating func theta() {
        let columns = (0..<5).map { x in (0..<5).reduce(UInt64(0)) { $0 ^ lanes[x + 5 * $1] } }
        for x in 0..<5 {
            let mixed = columns[(x + 4) % 5] ^ Self.rotate(columns[(x + 1) % 5], by: 1)
            for y in 0..<5 { lanes[x + 5 * y] ^= mixed }
        }
    }

    private func rhoPi() -> [UInt64] {
        var moved = lanes
        var (x, y) = (1, 0)
        for step in 0..<24 {
            let target = (x: y, y: (2 * x + 3 * y) % 5)
            moved[target.x + 5 * target.y] = Self.rotate(lanes[x + 5 * y], by: (step + 1) * (step + 2) / 2 % 64)
            (x, y) = target
        }
        return moved
    }

    private func chi(of lanes: [UInt64]) -> [UInt64] {
        (0..<25).map { place in
            let (x, row) = (place % 5, place / 5 * 5)
            return lanes[place] ^ (~lanes[row + (x + 1) % 5] & lanes[row + (x + 2) % 5])
        }
    }

    private static func rotate(_ value: UInt64, by count: Int) -> UInt64 {
        count == 0 ? value : value << UInt64(count) | value >> UInt64(64 - count)
    }

    /// The round constants, from the shift register of FIPS 202 section 3.2.5.
    private static let constants: [UInt64] = {
        var register: UInt8 = 1
        return (0..<24).map { _ in
            (0..<7).reduce(UInt64(0)) { constant, bit in
                let isSet = register & 1 == 1
                register = register & 0x80 != 0 ? register << 1 ^ 0x71 : register << 1
                return isSet ? constant | 1 << UInt64((1 << bit) - 1) : constant
            }
        }
    }()
}
