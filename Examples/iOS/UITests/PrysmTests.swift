import XCTest

@MainActor final class PrysmTests: AppTestCase {
    func testSomebodyNewStatesTheirNameAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.type(" of Prysm", into: "Name")
        app.tap("Done")
        app.sees("Hello Test User")
        app.sees(" of Prysm", in: "Name")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}
