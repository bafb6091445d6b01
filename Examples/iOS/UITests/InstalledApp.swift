import Foundation
import XCTest

/// A test case that stops at its first failure, because later steps would only run into timeouts.
class AppTestCase: XCTestCase {
    override func setUp() async throws { continueAfterFailure = false }
}

/// An app that has just been installed, on a phone in English, with the server of `make run`.
@MainActor struct InstalledApp {
    private let app = XCUIApplication()
    /// The timeout of each step, in seconds; long enough for a busy machine.
    private static let patience: TimeInterval = 60

    init() {
        // The app gets its own storage, which it finds again after a restart.
        app.launchArguments = [
            "-AppleLanguages", "(en)", "-AppleLocale", "en_US", "-sesame-storage", UUID().uuidString,
        ]
        app.launch()
    }

    /// Terminates the app as the system does, and opens it again.
    func endAndOpen() {
        app.terminate()
        app.launch()
    }

    /// Taps the button with the title, after scrolling if necessary.
    func tap(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
        let button = app.buttons[title].firstMatch
        XCTAssertTrue(isFound(button), "no button “\(title)”", file: file, line: line)
        button.tap()
    }

    /// Types text into the field with the label.
    func type(_ text: String, into label: String, file: StaticString = #filePath, line: UInt = #line) {
        let field = app.textFields[label].firstMatch
        XCTAssertTrue(isFound(field), "no field “\(label)”", file: file, line: line)
        field.tap()
        field.typeText(text)
    }

    /// Turns on the switch with the label.
    func turnOn(_ label: String, file: StaticString = #filePath, line: UInt = #line) {
        let row = app.switches[label].firstMatch
        XCTAssertTrue(isFound(row), "no switch “\(label)”", file: file, line: line)
        // The row's label is in its middle, where a tap does nothing.
        let knob = row.switches.firstMatch
        if knob.exists { knob.tap() } else { row.coordinate(withNormalizedOffset: CGVector(dx: 0.93, dy: 0.5)).tap() }
        XCTAssertTrue(row.value as? String == "1", "“\(label)” is off", file: file, line: line)
    }

    /// Waits until a switch with the label is shown.
    func sees(switch label: String, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(isFound(app.switches[label].firstMatch), "no switch “\(label)”", file: file, line: line)
    }

    /// Waits until the labeled field is shown, and checks that its text ends with `end`.
    func sees(_ end: String, in label: String, file: StaticString = #filePath, line: UInt = #line) {
        let field = app.textFields[label].firstMatch
        XCTAssertTrue(isFound(field), "no field “\(label)”", file: file, line: line)
        XCTAssertTrue(
            (field.value as? String)?.hasSuffix(end) == true, "“\(label)” ends otherwise", file: file, line: line)
    }

    /// Turns the year's wheel of the date picker to the given year.
    func choose(year: String, file: StaticString = #filePath, line: UInt = #line) {
        let wheel = app.datePickers.firstMatch.pickerWheels.element(boundBy: 2)
        XCTAssertTrue(wheel.waitForExistence(timeout: Self.patience), "no wheel of years", file: file, line: line)
        wheel.adjust(toPickerWheelValue: year)
    }

    /// Waits until a text that begins with the given one is shown.
    func sees(_ beginning: String, file: StaticString = #filePath, line: UInt = #line) {
        sees(NSPredicate(format: "label BEGINSWITH %@", beginning), file: file, line: line)
    }

    /// Waits until a text that matches the regular expression is shown.
    func sees(code expression: String, file: StaticString = #filePath, line: UInt = #line) {
        sees(NSPredicate(format: "label MATCHES %@", expression), file: file, line: line)
    }

    /// Signs in as a new user, on the page of the development Apple or Google in the browser sheet.
    func signIn(by button: String, file: StaticString = #filePath, line: UInt = #line) {
        tap(button, file: file, line: line)
        tap("Generate an account", file: file, line: line)
    }

    /// Opens the account screen, deletes the account, and waits for the sign-in page.
    func deleteAccount(signIn button: String, file: StaticString = #filePath, line: UInt = #line) {
        tap("Your account", file: file, line: line)
        tap("Delete account", file: file, line: line)
        tap("Delete permanently", file: file, line: line)
        XCTAssertTrue(
            app.buttons[button].firstMatch.waitForExistence(timeout: Self.patience), "the account is still there",
            file: file, line: line)
    }

    private func sees(_ predicate: NSPredicate, file: StaticString, line: UInt) {
        let text = app.staticTexts.matching(predicate).firstMatch
        XCTAssertTrue(text.waitForExistence(timeout: Self.patience), "no text: \(predicate)", file: file, line: line)
    }

    /// Returns true if the element appears. Rows below the screen's edge exist only after scrolling.
    private func isFound(_ element: XCUIElement) -> Bool {
        let end = Date() + Self.patience
        while !element.waitForExistence(timeout: 5) {
            guard Date() < end else { return false }
            app.swipeUp()
        }
        return true
    }
}
