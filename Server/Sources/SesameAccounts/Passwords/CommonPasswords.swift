import CPasswords
import Crypto

/// The passwords, names and words that password crackers try first, as a filter that `scripts/common-passwords`
/// generates.
///
/// The filter contains all of them, with a false-positive rate of one in ten million.
enum CommonPasswords {
    /// Returns true if a password is common, or common except for digits and symbols around it.
    static func contain(_ password: PlainPassword) -> Bool { cores(of: password).contains(where: knows) }

    /// Returns the possible words in a password, folded: the whole password, the password without the digits and
    /// symbols at its ends, and variants that keep or drop one or two of them at each end. For a password without
    /// letters: the password without the last zero to two characters.
    static func cores(of password: PlainPassword) -> [ArraySlice<Unicode.Scalar>] {
        let folded = password.folded[...]
        let (word, end) = (password.word, folded.endIndex)
        guard !word.isEmpty else {
            // A password of digits and symbols alone is a number, possibly with one or two symbols after it.
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

    /// The minimum length of a common password in characters. A shorter word counts only with at most ``maxOrnaments``
    /// digits and symbols around it.
    private static let minLength = PasswordPolicy.lowestMinLength
    private static let maxOrnaments = 5

    /// Returns the numbers of adjacent digits and symbols to keep at one end of a word: 0 to 2, and `count - 2` to
    /// `count`, where `count` is the number at that end.
    private static func keeps(_ count: Int) -> Set<Int> {
        Set([0, 1, 2, count - 2, count - 1, count].filter { (0...count).contains($0) })
    }

    /// Returns true if the filter contains the folded text. CPasswords.h describes the filter.
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
