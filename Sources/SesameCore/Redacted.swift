/// A value that prints only its type's name, or little more, because its content is secret or personal.
public protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name.
    public var description: String { "\(Self.self)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
