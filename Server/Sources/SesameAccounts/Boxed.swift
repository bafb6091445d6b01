/// A value behind a reference: a copy takes eight bytes however large the value is.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
