import SesameCore
import Testing

@testable import Sesame

@Suite struct ValueChangeTests {
    private let values: [JSONValue?] = [
        nil, "x", 1, .null, [:], ["a": 1], ["a": 1, "b": 2], ["b": 2], ["a": nil, "b": 2], ["a": ["c": 3]],
        ["a": ["c": 4, "d": 5], "b": 2], ["a": [:]], [1],
    ].map { (value: JSONValue?) in value }

    private func change(_ base: JSONValue?, _ value: JSONValue?) throws -> ValueChange {
        try #require(ValueChange(from: base, to: value))
    }

    @Test func `a change turns one value into the other, and two changes combine into one`() {
        for base in values {
            #expect(ValueChange(from: base, to: base) == nil)
            for middle in values where middle != base {
                let first = ValueChange(from: base, to: middle)
                #expect(first?.applied(to: base) == middle)
                #expect(first?.missing(in: base) == first && first?.missing(in: middle) == nil)
                for end in values where end != middle {
                    guard let first, let second = ValueChange(from: middle, to: end) else { continue }
                    let both = first.followed(by: second, seen: middle)
                    #expect(both.applied(to: base) == end)
                    // The response to the first change was lost.
                    #expect(both.applied(to: middle) == end)
                    // The server accepted the first change while the second was made.
                    let rest = both.remaining(after: first)
                    #expect((rest == nil ? middle : rest?.applied(to: middle)) == end)
                }
            }
        }
    }

    @Test func `a stored change is read unchanged, and an invalid one reads as nil`() {
        for base in values {
            for value in values {
                guard let change = ValueChange(from: base, to: value) else { continue }
                #expect(ValueChange(storedForm: change.storedForm) == change)
            }
        }
        for json: JSONValue in ["x", [:], ["members": 1], ["members": ["a": "x"]]] {
            #expect(ValueChange(storedForm: json) == nil)
        }
    }

    @Test func `only the differing members of an object change`() throws {
        let change = try change(["a": 1, "b": ["c": 1, "d": 2]], ["a": 1, "b": ["c": 5], "e": nil])
        #expect(change.applied(to: ["a": 9, "b": ["d": 8, "x": 7]]) == ["a": 9, "b": ["c": 5, "x": 7], "e": nil])
    }

    @Test func `a change to a removed object restores what the user saw of it`() throws {
        let seen: JSONValue = ["city": "Lyon", "at": ["lat": 1, "lon": 2]]
        let change = try change(seen, ["city": "Lyon", "at": ["lat": 3, "lon": 2]])
        #expect(change.applied(to: nil, seen: seen) == ["city": "Lyon", "at": ["lat": 3, "lon": 2]])
        #expect(change.applied(to: ["city": "Nice"], seen: seen) == ["city": "Nice", "at": ["lat": 3, "lon": 2]])
    }

    @Test func `removing a member does not restore a removed object`() throws {
        let seen: JSONValue = ["city": "Lyon", "at": ["lat": 1]]
        for value: JSONValue in [["at": ["lat": 1]], ["city": "Lyon", "at": [:]]] {
            let change = try change(seen, value)
            #expect(change.applied(to: nil, seen: seen) == nil && change.missing(in: nil, seen: seen) == nil)
        }
    }

    @Test func `an object that replaces a removed one is complete and takes over no other member`() throws {
        let old: JSONValue = ["lat": 1, "lon": 2]
        let both = try change(old, nil).followed(by: try change(nil, ["lat": 3]), seen: nil)
        // The removed object is replaced whatever it contained, and whatever changes of it were in progress.
        #expect(both.applied(to: ["lat": 1, "lon": 2, "address": "x"]) == ["lat": 3])
        // The change was made on the old object: the result stays complete, so that an app can read it.
        let other = try change(old, nil).followed(by: try change(old, ["lat": 1, "lon": 5]), seen: old)
        #expect(other.applied(to: nil) == ["lat": 1, "lon": 5])
    }

    @Test func `members that the server already has are left out of a change`() throws {
        let change = try change(["a": 1, "b": ["c": 1, "d": 2]], ["a": 5, "b": ["d": 6]])
        #expect(change.missing(in: ["a": 5, "b": ["c": 1, "d": 6]])?.applied(to: ["b": ["c": 1]]) == ["b": [:]])
        #expect(change.missing(in: ["a": 5, "b": ["d": 6]]) == nil)
    }

    @Test func `an older change retains only what a later one leaves alone`() throws {
        let older = try change(["a": 1, "b": 2], ["a": 5, "b": 6])
        #expect(older.untouched(by: nil) == older)
        #expect(older.untouched(by: try change(["a": 1], ["a": 7]))?.applied(to: [:]) == ["b": 6])
        #expect(older.untouched(by: older) == nil)
        #expect(older.untouched(by: try change("x", nil)) == nil)
        let whole = ValueChange.value(["a": 5, "b": 6])
        #expect(whole.untouched(by: try change(["a": 1], ["a": 7]))?.applied(to: nil) == ["b": 6])
    }

    @Test func `after a removal is sent, the replacing object is merged with another device's`() throws {
        let removal = try change(["a": 1], nil)
        let rest = removal.followed(by: try change(nil, ["a": 2]), seen: nil).remaining(after: removal)
        #expect(rest?.applied(to: ["zip": 9]) == ["zip": 9, "a": 2])
        let value = ValueChange.value(["a": 2])
        let changed = value.followed(by: try change(["a": 2], ["a": 2, "b": 3]), seen: ["a": 2])
        #expect(changed.remaining(after: value)?.applied(to: ["a": 4, "zip": 9]) == ["a": 4, "zip": 9, "b": 3])
    }
}
