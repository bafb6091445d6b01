import CPasswords
import Crypto

/// The passwords, names and words that guessing programs try first, as a filter that `scripts/common-passwords` makes.
///
/// The filter knows all of them, and takes one in ten million others for one of them.
enum CommonPasswords {
    /// Returns whether a password is one of them, or one of them with digits and signs around it.
    static func contain(_ password: PlainPassword) -> Bool { cores(of: password).contains(where: knows) }

    /// The possible words in a password, folded: the whole, what is left without the digits and signs at its ends, and
    /// with one or two of them.
    static func cores(of password: PlainPassword) -> [ArraySlice<Unicode.Scalar>] {
        let folded = password.folded[...]
        let (word, end) = (password.word, folded.endIndex)
        guard !word.isEmpty else {
            // Digits and signs alone are a number, with a sign or two behind it.
            return (max(0, end - 2)...end).map { folded[..<$0] }.filter { $0.count >= minLength }
        }
        var cores: [ArraySlice<Unicode.Scalar>] = []
        for start in keeps(word.lowerBound) {
            for rest in keeps(end - word.upperBound) {
                let core = folded[(word.lowerBound - start)..<(word.upperBound + rest)]
                guard core.count >= minLength || folded.count - core.count <= maxOrnaments else { continue }
                cores.append(core)
            }
        }
        return cores
    }

    /// The shortest common password. A shorter word counts only with few digits and signs around it.
    private static let minLength = PasswordPolicy.leastMinimum
    private static let maxOrnaments = 5

    /// Returns the numbers of digits and signs at an end that are worth keeping.
    private static func keeps(_ count: Int) -> Set<Int> {
        Set([0, 1, 2, count - 2, count - 1, count].filter { (0...count).contains($0) })
    }

    /// Returns whether the filter has a folded spelling. CPasswords.h describes the filter.
    static func knows(_ folded: ArraySlice<Unicode.Scalar>) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: folded)
        let digest = Array(SHA256.hash(data: Array(String(text).utf8)).prefix(5))
        let wanted = digest.dropFirst().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let group = Int(digest[0])
        var low = group == 0 ? 0 : Int(number(at: group - 1))
        var high = Int(number(at: group))
        while low < high {
            let middle = (low + high) / 2
            if number(at: groups + middle) < wanted { low = middle + 1 } else { high = middle }
        }
        return low < Int(number(at: group)) && number(at: groups + low) == wanted
    }

    /// The number of entries in the filter.
    static var count: Int { Int(number(at: groups - 1)) }

    private static let groups = 256

    private static func number(at index: Int) -> UInt32 {
        let bytes = UnsafeRawBufferPointer(start: sesame_common_passwords(), count: sesame_common_passwords_size())
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
}
