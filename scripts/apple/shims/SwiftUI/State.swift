// https://developer.apple.com/documentation/swiftui/model-data
public import Foundation
public import Observation

// …/swiftui/state
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper public struct State<Value> {
    private let value: Value
    public init(wrappedValue value: Value) { self.value = value }
    public init(initialValue value: Value) { self.value = value }
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> {
        Binding(get: { wrappedValue }, set: { _ in })
    }
}

// …/swiftui/state/init()
extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

// …/swiftui/binding
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper public struct Binding<Value> {
    private let value: () -> Value
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { preconditionFailure() }
    public var wrappedValue: Value {
        get { value() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
}

// …/swiftui/binding, under its conformances
extension Binding: @unchecked Sendable where Value: Sendable {}

// …/swiftui/bindable
@available(iOS 17.0, macOS 14.0, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var projectedValue: Bindable<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding(get: { preconditionFailure() }, set: { _ in })
    }
}

// …/swiftui/scaledmetric
@available(iOS 14.0, macOS 11.0, *)
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint> {
    private let value: Value
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { value = wrappedValue }
    public var wrappedValue: Value { value }
}

// …/swiftui/environment
@available(iOS 13.0, macOS 10.15, *)
@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    @available(iOS 17.0, macOS 14.0, *)
    public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {}
    public var wrappedValue: Value { preconditionFailure() }
}

// …/swiftui/environmentvalues
@available(iOS 13.0, macOS 10.15, *)
public struct EnvironmentValues {
    @available(iOS 14.0, macOS 11.0, *)
    public var scenePhase: ScenePhase { .active }
    public var isEnabled: Bool { true }
    public var colorScheme: ColorScheme { .light }
}

// …/swiftui/colorscheme
@available(iOS 13.0, macOS 10.15, *)
public enum ColorScheme: Hashable, Sendable { case light, dark }

// …/swiftui/scenephase
@available(iOS 14.0, macOS 11.0, *)
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
