import XCTest

@MainActor final class CastMateTests: AppTestCase {
    func testAnAgencyRegistersAndDeletesTheAccount() {
        let app = InstalledApp()
        app.tap("Agency")
        app.signIn(by: "Continue with Google")
        // The form is the server's page in the browser sheet, because the development providers sign in on its pages.
        app.tap("Continue")
        app.tap("Create my account")
        app.sees("Agency")
        app.deleteAccount(signIn: "Continue with Google")
    }
}
