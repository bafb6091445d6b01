// https://developer.apple.com/documentation/xctest, …/xcuiautomation
public import Foundation

// …/xctest/xctestcase
@available(iOS 8.0, *)
open class XCTestCase {
    public init() {}
}

// …/xctest/xctasserttrue(_:_:file:line:)
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

// …/xcuiautomation/xcuielement
@available(iOS 9.0, *)
@MainActor open class XCUIElement {
    public init() {}
    public func tap() {}
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
