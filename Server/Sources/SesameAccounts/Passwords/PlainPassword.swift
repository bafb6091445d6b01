import Foundation

/// A password, normalized for the policy's checks: in lower case, without accents and compatibility forms.
struct PlainPassword {
    let characters: [Unicode.Scalar]

    /// Normalizes a password, a name or a part of an address.
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

    /// The range from the first letter to the last, without the digits and symbols around it; empty if there are no
    /// letters.
    var word: Range<Int> {
        guard let first = characters.firstIndex(where: \.properties.isAlphabetic),
            let last = characters.lastIndex(where: \.properties.isAlphabetic)
        else { return 0..<0 }
        return first..<(last + 1)
    }

    /// The characters with each group of lookalikes replaced by one letter, so that `P@ssw0rd` and `password` are
    /// equal.
    var folded: [Unicode.Scalar] { characters.map(\.folded) }

    /// The folded letters and digits, without symbols.
    var letters: [Unicode.Scalar] {
        folded.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The part that the password repeats, the last time possibly cut short; nil if the password is not a repetition of
    /// one part.
    var repeated: PlainPassword? {
        // The prefix function of Knuth, Morris and Pratt: the length of the longest border of each prefix.
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
    /// The letter that replaces this character and its lookalikes. `scripts/common-passwords` has the same groups.
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
