/// The service that deletes accounts. It stores their tombstones in the database and in a journal outside it.
package final class DeletionService: Service {
    let context: ServiceContext
    let journal: (any DeletionJournal)?

    init(context: ServiceContext, journal: (any DeletionJournal)?) {
        self.context = context
        self.journal = journal
    }
}
