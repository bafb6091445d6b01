// https://developer.apple.com/documentation/swiftui
public import Foundation

// …/swiftui/path
@available(iOS 13.0, macOS 10.15, *)
public struct Path: Equatable, Sendable {
    nonisolated public init() {}
    nonisolated public mutating func move(to end: CGPoint) {}
    nonisolated public mutating func addLine(to end: CGPoint) {}
    nonisolated public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    nonisolated public mutating func closeSubpath() {}
}

// …/swiftui/shape
@available(iOS 13.0, macOS 10.15, *)
public protocol Shape: Sendable, View {
    nonisolated func path(in rect: CGRect) -> Path
}

// …/swiftui/shape/fill(_:style:) and …/shape/stroke(_:linewidth:)
extension Shape {
    public var body: some View { EmptyView() }
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { EmptyView() }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { EmptyView() }
}

// …/swiftui/insettableshape
@available(iOS 13.0, macOS 10.15, *)
public protocol InsettableShape: Shape {}

// …/swiftui/roundedrectangle
@available(iOS 13.0, macOS 10.15, *)
public struct RoundedRectangle: InsettableShape {
    nonisolated public init(cornerRadius: CGFloat) {}
    nonisolated public func path(in rect: CGRect) -> Path { Path() }
}

// …/swiftui/shapestyle
@available(iOS 13.0, macOS 10.15, *)
public protocol ShapeStyle: Sendable {}

// …/swiftui/hierarchicalshapestyle
@available(iOS 15.0, macOS 12.0, *)
public struct HierarchicalShapeStyle: ShapeStyle {}

// …/swiftui/shapestyle/secondary
@available(iOS 15.0, macOS 12.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

// …/swiftui/color
@available(iOS 13.0, macOS 10.15, *)
public struct Color: Hashable, Sendable, ShapeStyle, PrimitiveView {
    nonisolated public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}
    public static let black = Color(red: 0, green: 0, blue: 0)
    public static let white = Color(red: 0, green: 0, blue: 0)
    public static let gray = Color(red: 0, green: 0, blue: 0)
    public static let red = Color(red: 0, green: 0, blue: 0)
    nonisolated public func opacity(_ opacity: Double) -> Color { self }
}

// …/swiftui/font
@available(iOS 13.0, macOS 10.15, *)
public struct Font: Hashable, Sendable {
    public enum Weight: Sendable { case regular, medium, semibold, bold }
    // …/swiftui/font/textstyle
    public enum TextStyle: Sendable { case largeTitle, title, headline, body }
    public static let largeTitle = Font()
    public static let headline = Font()
    public static let footnote = Font()
    @available(iOS 14.0, macOS 11.0, *)
    public static let title2 = Font()
    @available(iOS 16.0, macOS 13.0, *)
    public static func system(size: CGFloat, weight: Weight? = nil) -> Font { Font() }
}
