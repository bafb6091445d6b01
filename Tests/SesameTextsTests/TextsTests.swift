import Foundation
import Sesame
import SesameCore
import Testing

@testable import SesameTexts

@Suite struct TextsTests {
    @Test func `a name with a placeholder in it is shown as it is`() {
        #expect(Texts(.english).text(.signedInAs, "Test %1$@ User") == "Signed in as Test %1$@ User")
    }
}
