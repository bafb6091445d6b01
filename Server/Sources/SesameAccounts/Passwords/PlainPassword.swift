import Foundation

/// A password as the rules read it: in lower case, without accents and compatibility forms.
struct PlainPassword {
    let characters: [Unicode.Scalar]

    /// Reads a password, a name or a part of an address.
    init(_ text: String) {
        var characters: [Unicode.Scalar] = []
        let decomposed = text.utf8.allSatisfy { $0 < 0x80 } ? text : text.decomposedStringWithCompatibilityMapping
        for scalar in decomposed.unicodeScalars {
            if scalar.isASCII {
                characters.append(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                characters += scalar.properties.lowercaseMapping.unicodeScalars
            }
        }
        self.characters = characters
    }

    init(_ characters: some Sequence<Unicode.Scalar>) { self.characters = Array(characters) }

    /// The characters from the first letter to the last: what stands around them are ornaments.
    var word: Range<Int> {
        guard let first = characters.firstIndex(where: \.properties.isAlphabetic),
            let last = characters.lastIndex(where: \.properties.isAlphabetic)
        else { return 0..<0 }
        return first..<(last + 1)
    }

    /// The spelling that all passwords share whose characters look alike: `P@ssw0rd` and `password` have the same.
    var folded: [Unicode.Scalar] { characters.map(\.folded) }

    /// The folded letters and digits, without signs.
    var letters: [Unicode.Scalar] {
        folded.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The piece that the password repeats, if it is nothing but one piece several times.
    var repeated: PlainPassword? {
        // How many characters the beginning and the end of each prefix have in common, as Knuth, Morris and Pratt count.
        var common = [Int](repeating: 0, count: characters.count)
        for index in characters.indices.dropFirst() {
            var length = common[index - 1]
            while length > 0, characters[index] != characters[length] { length = common[length - 1] }
            common[index] = characters[index] == characters[length] ? length + 1 : 0
        }
        guard let overlap = common.last, overlap >= characters.count - overlap else { return nil }
        return PlainPassword(characters.prefix(characters.count - overlap))
    }
}

extension Unicode.Scalar {
    /// The letter that stands for all characters that look like it. `scripts/common-passwords` has the same groups.
    fileprivate var folded: Unicode.Scalar {
        switch self {
        case "4", "@": "a"
        case "8": "b"
        case "(", "[", "{", "<": "c"
        case "3", "\u{20AC}": "e"
        case "6", "9": "g"
        case "1", "!", "|", "l": "i"
        case "0": "o"
        case "5", "$": "s"
        case "7", "+": "t"
        case "2": "z"
        default: self
        }
    }
}
