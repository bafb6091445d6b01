import SesameCore
import SesameWire

/// A mutator that changes the structure of a JSON document, because changes of random bytes rarely leave a valid one.
struct JSONMutator: Sendable {
    /// JSON values that the fuzzed code treats differently: limits, wrong types, near misses.
    let values: [String]
    /// The member names that the fuzzed code reads or refuses.
    let names: [String]

    /// Returns a changed document; nil if the input is not JSON, and for one call in eight, so that libFuzzer mutates
    /// bytes as well.
    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? {
        var dice = Dice(seed: seed)
        guard Int.random(in: 0..<8, using: &dice) != 0, let document = try? JSONValue(parsing: input) else {
            return nil
        }
        return text(change(document, &dice), &dice)
    }

    private func change(_ value: JSONValue, _ dice: inout Dice) -> JSONValue {
        switch value {
        case .object(let object): .object(change(object, &dice))
        case .array(let elements): .array(change(elements, &dice))
        default: Int.random(in: 0..<4, using: &dice) == 0 ? .array([value]) : pick(&dice)
        }
    }

    private func change(_ object: JSONObject, _ dice: inout Dice) -> JSONObject {
        var object = object
        let name = names.randomElement(using: &dice) ?? ""
        guard let member = object.members.randomElement(using: &dice) else {
            object[name] = pick(&dice)
            return object
        }
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: object[member.name] = nil
        case 1: object[name] = pick(&dice)
        case 2: object[name] = member.value
        case 3, 4: object[member.name] = change(member.value, &dice)
        default: object[member.name] = pick(&dice)
        }
        return object
    }

    private func change(_ elements: [JSONValue], _ dice: inout Dice) -> [JSONValue] {
        var elements = elements
        guard let index = elements.indices.randomElement(using: &dice) else { return [pick(&dice)] }
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: elements.remove(at: index)
        case 1: elements.append(elements[index])
        case 2: elements.append(pick(&dice))
        default: elements[index] = change(elements[index], &dice)
        }
        return elements
    }

    private func pick(_ dice: inout Dice) -> JSONValue {
        values.randomElement(using: &dice).flatMap { try? JSONValue(parsing: Array($0.utf8)) } ?? .null
    }

    /// Returns the document's text, occasionally with a duplicate member.
    private func text(_ value: JSONValue, _ dice: inout Dice) -> [UInt8] {
        let text = value.serialized()
        guard let member = value.object?.members.randomElement(using: &dice),
            Int.random(in: 0..<16, using: &dice) == 0
        else { return text }
        let again = JSONObject([.init(name: member.name, value: pick(&dice))]).serialized()
        return Array(text.dropLast()) + [0x2C] + Array(again.dropFirst())
    }
}
