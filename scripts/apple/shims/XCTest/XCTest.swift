// https://developer.apple.com/documentation/xctest, …/xcuiautomation
public import Foundation

// …/xctest/xctestcase
@available(iOS 8.0, *)
open class XCTestCase {
    public init() {}
    public var continueAfterFailure = true
    open func setUp() async throws {}
}

// …/xctest/xctasserttrue(_:_:file:line:)
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

// https://developer.apple.com/documentation/corefoundation/cgvector
public struct CGVector: Sendable {
    public var dx: CGFloat
    public var dy: CGFloat
    @available(iOS 8.0, macOS 10.11, *)
    public init(dx: Double, dy: Double) { (self.dx, self.dy) = (CGFloat(dx), CGFloat(dy)) }
}

// …/xcuiautomation/xcuielement
@available(iOS 9.0, *)
@MainActor open class XCUIElement {
    public init() {}
    public func tap() {}
    public func swipeUp() {}
    public var exists: Bool { false }
    public var value: Any? { nil }
    public func coordinate(withNormalizedOffset normalizedOffset: CGVector) -> XCUICoordinate { XCUICoordinate() }
    public func typeText(_ text: String) {}
    public func waitForExistence(timeout: TimeInterval) -> Bool { false }
    public func adjust(toPickerWheelValue pickerWheelValue: String) {}
    // …/xcuiautomation/xcuielementtypequeryprovider, to which it conforms
    public var firstMatch: XCUIElement { self }
    public var buttons: XCUIElementQuery { XCUIElementQuery() }
    public var textFields: XCUIElementQuery { XCUIElementQuery() }
    public var switches: XCUIElementQuery { XCUIElementQuery() }
    public var staticTexts: XCUIElementQuery { XCUIElementQuery() }
    public var datePickers: XCUIElementQuery { XCUIElementQuery() }
    public var pickerWheels: XCUIElementQuery { XCUIElementQuery() }
}

// …/xcuiautomation/xcuicoordinate
@available(iOS 9.0, *)
@MainActor open class XCUICoordinate {
    public init() {}
    public func tap() {}
}

// …/xcuiautomation/xcuielementquery
@available(iOS 9.0, *)
@MainActor open class XCUIElementQuery {
    public init() {}
    public var firstMatch: XCUIElement { XCUIElement() }
    public subscript(key: String) -> XCUIElement { XCUIElement() }
    public func element(boundBy index: Int) -> XCUIElement { XCUIElement() }
    public func matching(_ predicate: NSPredicate) -> XCUIElementQuery { self }
}

// …/xcuiautomation/xcuiapplication
@available(iOS 9.0, *)
@MainActor open class XCUIApplication: XCUIElement {
    public override init() {}
    public var launchArguments: [String] {
        get { [] }
        set {}
    }
    public func launch() {}
    public func terminate() {}
}
