import Foundation
import XCTest

/// An app that has just been installed, on a phone in English, over the server of `make run`.
@MainActor struct InstalledApp {
    private let app = XCUIApplication()
    /// The longest that anything takes on a busy machine, in seconds.
    private static let patience: TimeInterval = 60

    /// - Parameter forgets: False for an app that finds its session again after its end.
    init(forgets: Bool = true) {
        app.launchArguments = ["-AppleLanguages", "(en)", "-AppleLocale", "en_US"]
        if forgets { app.launchArguments.append("-sesame-forget") }
        app.launch()
    }

    /// Ends the app as the system does, and opens it again.
    func endAndOpen() {
        app.terminate()
        app.launch()
    }

    /// Taps the button of that title.
    func tap(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
        let button = app.buttons[title].firstMatch
        XCTAssertTrue(button.waitForExistence(timeout: Self.patience), "no button “\(title)”", file: file, line: line)
        button.tap()
    }

    /// Types a text into the field of that label.
    func type(_ text: String, into label: String, file: StaticString = #filePath, line: UInt = #line) {
        let field = app.textFields[label].firstMatch
        XCTAssertTrue(field.waitForExistence(timeout: Self.patience), "no field “\(label)”", file: file, line: line)
        field.tap()
        field.typeText(text)
    }

    /// Turns the switch of that label.
    func turn(_ label: String, file: StaticString = #filePath, line: UInt = #line) {
        let toggle = app.switches[label].firstMatch
        XCTAssertTrue(toggle.waitForExistence(timeout: Self.patience), "no switch “\(label)”", file: file, line: line)
        toggle.tap()
    }

    /// Turns the wheels of the day to that year.
    func choose(year: String, file: StaticString = #filePath, line: UInt = #line) {
        let wheel = app.datePickers.firstMatch.pickerWheels.element(boundBy: 2)
        XCTAssertTrue(wheel.waitForExistence(timeout: Self.patience), "no wheel of years", file: file, line: line)
        wheel.adjust(toPickerWheelValue: year)
    }

    /// Waits until a text is shown that begins so.
    func sees(_ beginning: String, file: StaticString = #filePath, line: UInt = #line) {
        sees(NSPredicate(format: "label BEGINSWITH %@", beginning), file: file, line: line)
    }

    /// Waits until a code is shown that matches the expression.
    func sees(code expression: String, file: StaticString = #filePath, line: UInt = #line) {
        sees(NSPredicate(format: "label MATCHES %@", expression), file: file, line: line)
    }

    private func sees(_ predicate: NSPredicate, file: StaticString, line: UInt) {
        let text = app.staticTexts.matching(predicate).firstMatch
        XCTAssertTrue(text.waitForExistence(timeout: Self.patience), "no text: \(predicate)", file: file, line: line)
    }

    /// Signs in as somebody new, on the page of the development Apple or Google in the browser's sheet.
    func signIn(by button: String, file: StaticString = #filePath, line: UInt = #line) {
        tap(button, file: file, line: line)
        tap("Generate an account", file: file, line: line)
    }

    /// Deletes the account on its screen, and waits for the sign-in.
    func deleteAccount(signIn button: String, file: StaticString = #filePath, line: UInt = #line) {
        tap("Delete account", file: file, line: line)
        tap("Delete for good", file: file, line: line)
        XCTAssertTrue(
            app.buttons[button].firstMatch.waitForExistence(timeout: Self.patience), "the account is still there",
            file: file, line: line)
    }
}
