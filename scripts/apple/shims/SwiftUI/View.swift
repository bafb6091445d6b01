// https://developer.apple.com/documentation/swiftui
public import Foundation

// …/swiftui/view
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

// …/swift/never; the body of primitive views
extension Never: View {
    public var body: Never { preconditionFailure() }
}

// …/swiftui/view/body-swift.property; primitive views have none
public protocol PrimitiveView: View where Body == Never {}

// …/swiftui/view/body-swift.property
extension PrimitiveView {
    public var body: Never { preconditionFailure() }
}

// …/swiftui/viewbuilder
@available(iOS 13.0, macOS 10.15, *)
@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        TupleView()
    }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
    }
}

// …/swiftui/tupleview
@available(iOS 13.0, macOS 10.15, *)
public struct TupleView<T>: PrimitiveView {
    nonisolated init() {}
}

// …/swiftui/viewbuilder/buildeither(first:)
@available(iOS 13.0, macOS 10.15, *)
public struct _ConditionalContent<TrueContent, FalseContent>: PrimitiveView {
    nonisolated init() {}
}

// …/swift/optional; a view if it wraps a view
extension Optional: View where Wrapped: View {
    public var body: Never { preconditionFailure() }
}

// …/swiftui/emptyview
@available(iOS 13.0, macOS 10.15, *)
public struct EmptyView: PrimitiveView {
    nonisolated public init() {}
}

// …/swiftui/group
@available(iOS 13.0, macOS 10.15, *)
public struct Group<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}
