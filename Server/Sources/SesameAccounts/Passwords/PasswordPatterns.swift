/// The predictable parts of a password: runs of one character, sequences, keyboard patterns, dates and years.
struct PasswordPatterns {
    /// The number of the password's characters that are part of a pattern.
    let covered: Int
    /// The number of patterns found.
    let count: Int
    /// The characters without the patterns at both ends.
    let middle: ArraySlice<Unicode.Scalar>
    /// The number of the password's characters that are not part of a pattern.
    let rest: Int

    /// Finds the patterns of at least three characters, the longest at each position.
    init(in password: PlainPassword) {
        let characters = password.characters
        var (index, covered, count, start, end) = (0, 0, 0, 0, 0)
        while index < characters.count {
            let length = Self.lengths.map { $0(characters, index) }.max() ?? 0
            if length < 3 {
                index += 1
                end = index
            } else {
                if index == start { start += length }
                (index, covered, count) = (index + length, covered + length, count + 1)
            }
        }
        (self.covered, self.count, rest) = (covered, count, characters.count - covered)
        middle = start < end ? characters[start..<end] : []
    }

    /// Returns true if patterns are the larger part of the password, and the rest has at most half the minimum number
    /// of characters.
    func arePredictable(minimum: Int) -> Bool { covered > rest && 2 * rest <= minimum }

    /// The kinds of patterns: each function returns the length of its pattern at a position, or 0.
    private static let lengths: [@Sendable ([Unicode.Scalar], Int) -> Int] = [
        sequence, KeyboardRows.length, DatePattern.length,
    ]

    /// Returns the length of a run of one character, or of a sequence of letters or digits, forwards or backwards; 0 if
    /// there is none. Digits wrap around: 0 follows 9.
    private static func sequence(_ text: [Unicode.Scalar], from start: Int) -> Int {
        guard start + 1 < text.count, let step = step(text[start], text[start + 1]) else { return 0 }
        var end = start + 2
        while end < text.count, Self.step(text[end - 1], text[end]) == step { end += 1 }
        return end - start
    }

    /// Returns the step from one character to the next in a run or sequence: 0, 1 or -1; nil if they are not part of
    /// one.
    private static func step(_ one: Unicode.Scalar, _ next: Unicode.Scalar) -> Int? {
        if one == next { return 0 }
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        switch (digits.contains(one), digits.contains(next)) {
        case (true, true):
            let step = (Int(next.value) - Int(one.value) + 10) % 10
            return step == 1 ? 1 : step == 9 ? -1 : nil
        case (false, false) where one.properties.isAlphabetic && next.properties.isAlphabetic:
            let step = Int(next.value) - Int(one.value)
            return abs(step) == 1 ? step : nil
        default: return nil
        }
    }
}

/// The rows of common keyboards, and other well-known sequences.
enum KeyboardRows {
    /// Returns the length of the keyboard pattern at a position; 0 if it has fewer than four characters, because three
    /// neighbors are often a coincidence.
    static func length(_ text: [Unicode.Scalar], from start: Int) -> Int {
        let lengths = places[text[start], default: []].map { row, index in
            zip(text[start...], rows[row][index...]).prefix { $0 == $1 }.count
        }
        return lengths.max().flatMap { $0 < 4 ? nil : $0 } ?? 0
    }

    private static let rows: [[Unicode.Scalar]] = {
        let ways = [
            "1234567890-=", "qwertyuiopasdfghjklzxcvbnm", "azertyuiopqsdfghjklmwxcvbn", "qwertzuiopasdfghjklyxcvbnm",
            "!@#$%^&*()_+", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "qazwsxedcrfvtgbyhnujmikolp",
            "1qazxsw23edcvfr45tgbnhy67ujm", "!qaz@wsx#edc$rfv%tgb", "qweasdzxc", "1q2w3e4r5t6y7u8i9o0p",
            "q1w2e3r4t5y6u7i8o9p0", "1a2z3e4r5t6y7u8i9o0p", "a1z2e3r4t5y6u7i8o9p0", "q2w3e4r5t6y7u8i9o0p",
            "qawsedrftgyhujikolp", "1a2b3c4d5e6f7g8h9i", "a1b2c3d4e5f6g7h8i9", "a1s2d3f4g5h6j7k8l9",
            "1a2s3d4f5g6h7j8k9l", "z1x2c3v4b5n6m7", "1z2x3c4v5b6n7m", "aabbccddeeffgghhiijjkk", "00112233445566778899",
            "147258369", "159357", "789456123", "13579", "02468", "24680", "741852963",
        ]
        let forwards = ways.map { Array($0.unicodeScalars) }
        return forwards + forwards.map { $0.reversed() }
    }()

    /// The positions of each character in the rows.
    private static let places: [Unicode.Scalar: [(row: Int, index: Int)]] = {
        var places: [Unicode.Scalar: [(row: Int, index: Int)]] = [:]
        for (row, characters) in rows.enumerated() {
            for (index, character) in characters.enumerated() {
                places[character, default: []].append((row, index))
            }
        }
        return places
    }()
}

/// Dates and years of the twentieth and the twenty-first century.
enum DatePattern {
    /// Returns the length of a date or a year at a position; 0 if there is none. A date is eight digits, or three
    /// numbers with the same separator, in any of the usual orders. A part of a longer number does not count.
    static func length(_ characters: [Unicode.Scalar], from start: Int) -> Int {
        guard start == 0 || !isDigit(characters[start - 1]) else { return 0 }
        let text = characters[start...]
        let digits = digits(text)
        switch digits.count {
        case 8:
            let value = value(digits)
            let isYearFirst = isDate(value / 10_000, value / 100 % 100, value % 100)
            return isYearFirst || isDate(value % 10_000, value / 1_000_000, value / 10_000 % 100) ? 8 : 0
        case 1...4: return max(separated(text), digits.count == 4 && isYear(value(digits)) ? 4 : 0)
        default: return 0
        }
    }

    private static func separated(_ text: ArraySlice<Unicode.Scalar>) -> Int {
        var (numbers, rest, sign): ([ArraySlice<Unicode.Scalar>], ArraySlice<Unicode.Scalar>, Unicode.Scalar?) =
            ([], text, nil)
        while true {
            let number = digits(rest)
            guard (1...4).contains(number.count) else { return 0 }
            numbers.append(number)
            rest = rest.dropFirst(number.count)
            if numbers.count == 3 { break }
            guard let next = rest.first, "-./ ".unicodeScalars.contains(next), next == sign ?? next else { return 0 }
            (sign, rest) = (next, rest.dropFirst())
        }
        let values = numbers.map(value)
        let isDate = isDate(values[0], values[1], values[2]) || isDate(values[2], values[0], values[1])
        return isDate ? text.count - rest.count : 0
    }

    private static func digits(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        text.prefix(while: isDigit)
    }

    private static func isDigit(_ character: Unicode.Scalar) -> Bool { ("0"..."9").contains(character) }

    private static func value(_ digits: ArraySlice<Unicode.Scalar>) -> Int {
        digits.reduce(0) { 10 * $0 + Int($1.value) - 48 }
    }

    private static func isYear(_ year: Int) -> Bool { (1900...2099).contains(year) }

    private static func isDate(_ year: Int, _ one: Int, _ other: Int) -> Bool {
        guard isYear(year), min(one, other) >= 1 else { return false }
        return min(one, other) <= 12 && max(one, other) <= 31
    }
}
