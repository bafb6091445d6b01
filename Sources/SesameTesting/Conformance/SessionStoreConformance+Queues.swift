import Sesame
import SesameCore
import SesameWire

extension SessionStoreConformance {
    static let queueCases: [Case] = [
        Case("sign-outs come back in their order, byte for byte") { subject in
            let store = try subject.open()
            let revocations = [
                Revocation(.sample(2)), Revocation(Sample.odd, isTentative: true), Revocation(.sample(1)),
            ]
            try store.saveRevocations(revocations)
            let held = try store.loadRevocations()
            try expect(held, is: revocations, "the sign-outs")
            let isSame = zip(held, revocations).allSatisfy {
                $0.refreshToken.exposed.utf8.elementsEqual($1.refreshToken.exposed.utf8)
            }
            try expect(isSame, "a refresh token has changed")
        },
        Case("sign-outs take the last ones' place, and none leave none") { subject in
            let store = try subject.open()
            try store.saveRevocations([])
            try store.saveRevocations([Revocation(.sample(1)), Revocation(.sample(2))])
            try store.saveRevocations([Revocation(.sample(3))])
            try expect(store.loadRevocations(), is: [Revocation(.sample(3))], "the sign-outs")
            try store.saveRevocations([])
            try expect(store.loadRevocations(), is: [], "the sign-outs")
        },
        Case("names come back in their order, with and without their parts") { subject in
            let store = try subject.open()
            let names = [
                Sample.name(2), FirstSignInName(appleUser: "only.given", name: PersonName(givenName: Sample.oddText)),
                FirstSignInName(appleUser: "only.family", name: PersonName(familyName: "User")), Sample.name(1),
            ]
            try store.saveNames(names)
            let held = try store.loadNames()
            try expect(held == names, "the names are not those that were stored")
            let given = held.dropFirst().first?.name.givenName
            try expect(given.map { $0.hasSameBytes(as: Sample.oddText) } ?? false, "a name has changed")
            try store.saveNames([])
            try expect(store.loadNames().isEmpty, "names are there that were removed")
        },
        Case("session, sign-outs and names are kept apart") { subject in
            let store = try subject.open()
            try store.save(Sample.full)
            try store.saveRevocations([Revocation(.sample(1))])
            try store.saveNames([Sample.name(1)])
            try store.delete()
            try expect(store.loadRevocations(), is: [Revocation(.sample(1))], "the sign-outs")
            try expect(store.loadNames() == [Sample.name(1)], "the names are not those that were stored")
            try store.save(Sample.bare)
            try store.saveRevocations([])
            try store.saveNames([])
            try Sample.expect(store.load(), is: Sample.bare)
        },
    ]
}
