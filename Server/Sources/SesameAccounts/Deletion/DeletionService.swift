/// Deletes accounts, and keeps what is left of them: tombstones, and a journal outside the database.
package final class DeletionService: Service {
    let context: ServiceContext
    let journal: (any DeletionJournal)?

    init(context: ServiceContext, journal: (any DeletionJournal)?) {
        self.context = context
        self.journal = journal
    }
}
