import XCTest

@MainActor final class CoupleTests: XCTestCase {
    func testSomebodyNewFillsInTheOnboardingShowsTheirCodeAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.choose(year: "1990")
        app.tap("Next")
        app.turn("trust")
        app.tap("Next")
        app.tap("Next")
        app.type("Playful", into: "Kind of questions")
        app.tap("Done")
        app.sees("Not subscribed")
        app.tap("Show my code")
        app.sees(code: "[A-Z2-9]{9}")
        app.tap("Your account")
        app.deleteAccount(signIn: "Sign in with Apple")
    }

    func testTheOnboardingGoesOnWhereTheAppWasEnded() {
        let app = InstalledApp(forgets: false)
        app.signIn(by: "Sign in with Apple")
        app.choose(year: "1990")
        app.tap("Next")
        app.turn("trust")
        app.endAndOpen()
        app.turn("trust")
        app.tap("Next")
        app.tap("Next")
        app.tap("Done")
        app.sees("trust")
        app.tap("Your account")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}
