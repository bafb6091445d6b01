import Foundation
import SesameCore

/// Passwords that anybody would try first. Kept as the words that they are made of and the ways in which people dress
/// words up, because each word stands for hundreds: `Dragon1!`, `dr4g0n2024`, `DRAGONDRAGON`.
enum CommonPasswords {
    /// Whether a password is one of them, or one of the names dressed up in the same ways.
    ///
    /// - Parameter names: What stands on the page beside the password: the app's name, the person's own.
    static func contains(_ password: Secret, names: [String?] = []) -> Bool {
        let text = password.exposed.lowercased()
        if isPattern(text) { return true }
        let own = Set(names.compactMap { $0 }.map { plain($0.lowercased()) }.filter { $0.utf8.count >= 3 })
        return cores(of: text).contains { core in
            known.contains(core) || own.contains(core) || own.contains(plain(core))
        }
    }

    private static let known = Set("\(words)".split(whereSeparator: \.isWhitespace).map(String.init))

    /// What may be the word in it: without what stands before and behind, with letters for the digits and signs that
    /// look like them, once where it stands twice.
    private static func cores(of text: String) -> Set<String> {
        var cores: Set<String> = [text]
        for plainer in [text, unmasked(text, one: "i"), unmasked(text, one: "l")] {
            cores.insert(plainer)
            for stripped in stripped(plainer) + stripped(text).map({ unmasked($0, one: "i") }) {
                cores.insert(stripped)
                if let half = half(of: stripped) { cores.insert(half) }
            }
        }
        return cores
    }

    /// The text without up to so many digits and signs at its ends: more of them would be a secret of their own.
    private static func stripped(_ text: String) -> [String] {
        let isOrnament: (Character) -> Bool = { $0.isASCII && !$0.isLetter }
        let front = text.prefix(while: isOrnament).count
        let back = text.reversed().prefix(while: isOrnament).count
        guard front + back <= greatestOrnament, front + back < text.count else { return [] }
        return [
            String(text.dropFirst(front).dropLast(back)), String(text.dropLast(back)), String(text.dropFirst(front)),
        ]
    }

    private static let greatestOrnament = 5

    private static func half(of text: String) -> String? {
        guard text.count.isMultiple(of: 2), !text.isEmpty else { return nil }
        let half = text.prefix(text.count / 2)
        return text.dropFirst(text.count / 2).elementsEqual(half) ? String(half) : nil
    }

    private static func unmasked(_ text: String, one: Character) -> String {
        let masks: [Character: Character] = [
            "0": "o", "1": one, "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "€": "e",
        ]
        return String(text.map { masks[$0] ?? $0 })
    }

    /// Letters and digits alone.
    private static func plain(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }

    /// Whether it is a short piece again and again, a sequence, a way along a row of keys, or a date.
    private static func isPattern(_ text: String) -> Bool {
        let characters = Array(text)
        if (1...3).contains(where: { isRepetition(characters, of: $0) }) { return true }
        if rows.contains(where: { $0.contains(text) }) { return true }
        return isDate(text)
    }

    private static func isRepetition(_ characters: [Character], of length: Int) -> Bool {
        characters.count > length
            && characters.indices.dropFirst(length).allSatisfy { characters[$0] == characters[$0 - length] }
    }

    private static let rows: [String] = {
        let ways = [
            "01234567890123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
            "azertyuiopqsdfghjklmwxcvbn", "qwertzuiopasdfghjklyxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1234567890-=",
            "147258369", "159357", "!@#$%^&*()_+",
        ]
        return ways + ways.map { String($0.reversed()) }
    }()

    /// Eight digits that are a day, in any of the usual orders.
    private static func isDate(_ text: String) -> Bool {
        guard text.utf8.count == 8, let number = Int(text), text.utf8.allSatisfy({ $0 < 0x3a }) else { return false }
        let (year, rest) = (number / 10_000, number % 10_000)
        let isYearFirst = (1900...2099).contains(year) && isDay(rest / 100, rest % 100)
        let (first, second) = (number / 1_000_000, number / 10_000 % 100)
        return isYearFirst || (1900...2099).contains(rest) && isDay(first, second)
    }

    private static func isDay(_ one: Int, _ other: Int) -> Bool {
        (1...12).contains(one) && (1...31).contains(other) || (1...31).contains(one) && (1...12).contains(other)
    }
}
