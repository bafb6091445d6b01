import Sesame
import SesameCore

extension AuthServiceConformance {
    static let refreshCases: [Case] = [
        Case("a refresh brings another access token of the same session and person") { subject in
            let session = try await subject.signIn(1).session
            let fresh = try await subject.service.refresh(session)
            try expect(fresh.id, is: session.id, "the session's id")
            try expect(fresh.user.uid, is: session.user.uid, "the uid")
            try expect(fresh.accessToken != session.accessToken, "the access token is the old one")
            try expect(fresh.isUsable(for: .seconds(1), at: fresh.receivedAt), "the new token has expired")
        },
        Case("a session is refreshed again and again") { subject in
            var session = try await subject.signIn(1).session
            for _ in 0..<10 { session = try await subject.service.refresh(session) }
        },
        Case("a refresh whose answer was lost can be asked for again") { subject in
            let session = try await subject.signIn(1).session
            _ = try await subject.service.refresh(session)
            let repeated = try await subject.service.refresh(session)
            let next = try await subject.service.refresh(repeated)
            try expect(next.id, is: session.id, "the session's id")
        },
        Case("of refreshes that arrive at once all are answered, and any answer can be gone on with") { subject in
            let session = try await subject.signIn(1).session
            let answers = try await withThrowingTaskGroup(of: Session.self) { group in
                for _ in 0..<8 { group.addTask { try await subject.service.refresh(session) } }
                return try await group.reduce(into: [Session]()) { $0.append($1) }
            }
            guard let last = answers.last else { throw ConformanceFailure("nothing was answered") }
            _ = try await subject.service.refresh(last)
        },
        Case("a refresh of one session leaves the person's other session alone") { subject in
            let (phone, tablet) = (try await subject.signIn(1).session, try await subject.signIn(1).session)
            _ = try await subject.service.refresh(phone)
            _ = try await subject.service.refresh(tablet)
        },
    ]
}
