import XCTest

@MainActor final class PrysmTests: XCTestCase {
    func testSomebodyNewStatesTheirNameAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.type(" of Prysm", into: "Name")
        app.tap("Done")
        app.sees("Prysm")
        app.tap("Your account")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}
