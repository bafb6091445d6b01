import SesameTesting
import Testing

@testable import Sesame

@Suite struct RevocationListTests {
    let one = Session.sample(1)
    let two = Session.sample(2)
    let three = Session.sample(3)

    @Test func `settling drops only the tentative revocation of the held session`() {
        let list = [Revocation(one), Revocation(two, isTentative: true), Revocation(three, isTentative: true)]
        #expect(list.settled(holding: two) == [Revocation(one), Revocation(three)])
        #expect(list.settled(holding: three) == [Revocation(one), Revocation(two)])
        #expect(list.settled(holding: nil) == [Revocation(one), Revocation(two), Revocation(three)])
    }

    @Test func `a definite revocation stays although its session is held`() {
        #expect([Revocation(one)].settled(holding: one) == [Revocation(one)])
    }

    @Test func `a session is listed once, with its latest revocation`() {
        let list = [Revocation(one, isTentative: true), Revocation(two)].appending(Revocation(one))
        #expect(list == [Revocation(two), Revocation(one)])
    }
}
