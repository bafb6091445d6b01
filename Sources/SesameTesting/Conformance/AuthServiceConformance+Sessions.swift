import Sesame
import SesameCore

extension AuthServiceConformance {
    static let sessionListCases: [Case] = [
        Case("a user sees all of their own sessions and no others, with the current one marked") { subject in
            _ = try await subject.signIn(2)
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            for session in [phone, tablet] {
                let list = try await subject.service.sessionService.sessions(of: session)
                try expect(list.map(\.id).sorted(), is: [phone.id, tablet.id].sorted(), "the sessions")
                try expect(
                    list.map(\.creationDate), is: list.map(\.creationDate).sorted(by: >), "the order of the sessions")
                try expect(list.filter(\.isCurrent).map(\.id), is: [session.id], "the current session")
            }
        },
        Case("a user can end a session on another device, and it is no longer listed") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            try await subject.service.sessionService.endSession(tablet.id, of: phone)
            try await expectEnded(tablet, subject, "a refresh of the ended session")
            let list = try await subject.service.sessionService.sessions(of: phone)
            try expect(list.map(\.id), is: [phone.id], "the remaining sessions")
            try await expect([.notFound], "ending a session that has already ended") {
                try await subject.service.sessionService.endSession(tablet.id, of: phone)
            }
            _ = try await subject.service.refresh(phone)
        },
        Case("a user cannot end another user's session") { subject in
            let (first, second) = (try await subject.signIn(1).session, try await subject.signIn(2).session)
            try await expect([.notFound], "ending another user's session") {
                try await subject.service.sessionService.endSession(second.id, of: first)
            }
            try await subject.service.sessionService.endOtherSessions(of: first)
            _ = try await subject.service.refresh(second)
        },
        Case("all other sessions end at once, and the current one continues") { subject in
            let phone = try await subject.signIn(1).session
            let others = [try await subject.signIn(1).session, try await subject.signIn(1).session]
            try await subject.service.sessionService.endOtherSessions(of: phone)
            for other in others { try await expectEnded(other, subject, "a refresh of another session") }
            _ = try await subject.service.refresh(phone)
        },
    ]
}
