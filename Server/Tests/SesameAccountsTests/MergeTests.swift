import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of merges in a real database: no data of either account is lost, and a refused merge changes nothing.
struct MergeTests {
    private let rig: MergeRig

    init() async throws { rig = try await MergeRig() }

    @Test(arguments: [[], [.google], [.apple], [.google, .apple]] as [[Provider]])
    func `a merge loses no record, and a rejected merge changes nothing`(mine: [Provider]) async throws {
        var number = 0
        for theirs in [[.google], [.apple], [.google, .apple]] as [[Provider]] {
            for (role, other) in [(nil, nil), ("A", nil), (nil, "A"), ("A", "A"), ("A", "B")] as [(String?, String?)] {
                for sessions in 1...2 {
                    number += 1
                    let pair = try await rig.pair(
                        "\(number)", mine, theirs, roles: (role, other), sessions: sessions)
                    let outcome = try await rig.storage.engine.write { transaction throws(StorageError) in
                        try pair.change.carryOut(.merge, pair.conflict, transaction)
                    }
                    let after = try await rig.rows(pair.caller, pair.owner)
                    switch outcome {
                    case .refused: #expect(after == pair.rows)
                    case .done(_, let view, let session): check(pair, view, session, after)
                    }
                }
            }
        }
    }

    private func check(
        _ pair: MergeRig.Pair, _ view: AccountRecord, _ session: Session, _ after: MergeRig.Rows
    ) {
        let before = pair.rows
        let stays = view.account.id
        let goes = stays == pair.caller ? pair.owner : pair.caller
        #expect(after.accounts == [stays: view.account])
        #expect(Set(view.account.profile.fields.members.map(\.name)) == ["name", "\(pair.caller)", "\(pair.owner)"])
        #expect(view.account.profile.fields["name"] == before.accounts[stays]?.profile.fields["name"])
        #expect(Set(after.identities.keys) == Set(before.identities.keys))
        #expect(after.identities.values.allSatisfy { $0.account == stays })
        for (subject, identity) in before.identities {
            #expect(after.identities[subject]?.claims == identity.claims)
            #expect(after.identities[subject]?.createdAt == identity.createdAt)
        }
        #expect(after.tokens == before.tokens)
        #expect(after.events >= before.events + 2)
        #expect(Set(after.sessions.keys).isSuperset(of: before.sessions.keys))
        for (id, earlier) in before.sessions {
            #expect(after.sessions[id]?.account == stays)
            #expect(after.sessions[id]?.termination?.reason == (earlier.account == goes ? .merged : nil))
        }
        #expect(after.sessions[session.id] == session && session.termination == nil && session.account == stays)
        #expect((session.id == pair.conflict.session.id) == (stays == pair.caller))
    }
}
