/// Version 1 of the database's schema, with the reasons for its keys and indexes.
///
/// Times are milliseconds since 1970. Ids, subjects and digests compare by bytes (`BINARY`). A table is without rowid
/// if it is read by its key. It has a rowid if its rows are appended in order of time and its key would scatter them.
///
/// No primary key begins with the app. Otherwise the query planner would expect to find few rows by the app alone,
/// although it would find the whole table.
///
/// Spent nonces and used tokens have a key of expiry and digest, so that rows that expire together are stored together.
/// A key of digests alone would scatter them over the table, so that each row would be written to a different page. The
/// same key finds expired rows.
///
/// If a table has no rowid, the columns of its key come first, because `PRAGMA integrity_check` of SQLite 3.40
/// otherwise confuses columns.
///
/// The profile is the last column of its row. A query of the columns before it does not load the overflow pages of a
/// long profile.
///
/// Events have no index of their times. They are numbered in order of arrival, so that the oldest come first, and a
/// search by time searches by number. A number is never reused, even if all events have been removed, because webhooks
/// store their position as a number.
///
/// `accounts.last_sign_in_at` may be older than the account's newest session. A sign-in writes its session and does not
/// touch the account's row, which is on another page for each account. The purge of sessions sets the column. A session
/// whose `second_factor` is `awaited` does not count as a sign-in.
///
/// `accounts.name`, `email` and `phone` repeat values of identities, local credentials and `account_details` for sorted
/// lists: see `AccountSummary`. A missing value is empty, and such accounts are sorted by their creation. A guest
/// therefore adds a row at the end of each index, next to the previous one.
///
/// `accounts.…_epoch` change with security events of the account and void pending codes: see `Epoch`.
///
/// Every index of `codes` contains every code, including codes without an account. Otherwise a code for an existing
/// account would change one more page, and the response time would reveal that the account exists.
///
/// `session_endings` has the accounts whose latest ended session is not in the deletion journal yet. A row does not end
/// with its account: after a merge the journal must still tell of the sessions of the absorbed account.
///
/// `sessions.purge_day` is the day of the earlier of the two expiries. An index of the expiry itself would change with
/// every refresh; this one changes once a day.
enum Migration1 {
    static let script: StaticString = """
        CREATE TABLE accounts (
            app TEXT NOT NULL,
            id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_sign_in_at INTEGER NOT NULL,
            disabled_at INTEGER,
            role TEXT,
            joinable INTEGER NOT NULL,
            name TEXT NOT NULL DEFAULT '',
            email TEXT NOT NULL DEFAULT '',
            phone TEXT NOT NULL DEFAULT '',
            password_epoch INTEGER NOT NULL DEFAULT 0,
            address_epoch INTEGER NOT NULL DEFAULT 0,
            methods_epoch INTEGER NOT NULL DEFAULT 0,
            factors_epoch INTEGER NOT NULL DEFAULT 0,
            sessions_epoch INTEGER NOT NULL DEFAULT 0,
            state_epoch INTEGER NOT NULL DEFAULT 0,
            onboarding TEXT NOT NULL,
            onboarding_step TEXT,
            profile_version INTEGER NOT NULL,
            profile_updated_at INTEGER NOT NULL,
            profile TEXT NOT NULL,
            PRIMARY KEY (id, app)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX accounts_created_at ON accounts (app, created_at, id);
        CREATE INDEX accounts_name ON accounts (app, name, created_at, id);
        CREATE INDEX accounts_email ON accounts (app, email, created_at, id);
        CREATE INDEX accounts_phone ON accounts (app, phone, created_at, id);

        CREATE TABLE identities (
            app TEXT NOT NULL,
            provider TEXT NOT NULL,
            subject TEXT NOT NULL,
            account TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            email TEXT,
            email_verified INTEGER NOT NULL,
            authoritative_email INTEGER NOT NULL,
            private_email INTEGER NOT NULL,
            given_name TEXT,
            family_name TEXT,
            display_name TEXT,
            photo_url TEXT,
            joining_address TEXT,
            disabled_at INTEGER,
            enabled_at INTEGER,
            credential_change_at INTEGER,
            forwarding_stopped_at INTEGER,
            forwarding_resumed_at INTEGER,
            PRIMARY KEY (subject, provider, app),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identities_account ON identities (account, app);
        CREATE INDEX identities_joining_address ON identities (joining_address, app)
            WHERE joining_address IS NOT NULL;
        CREATE INDEX identities_email ON identities (email COLLATE NOCASE, app) WHERE email IS NOT NULL;

        CREATE TABLE provider_tokens (
            app TEXT NOT NULL,
            provider TEXT NOT NULL,
            subject TEXT NOT NULL,
            client TEXT NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (subject, provider, app, client),
            FOREIGN KEY (app, provider, subject) REFERENCES identities (app, provider, subject)
                ON DELETE CASCADE ON UPDATE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE logins (
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            app TEXT NOT NULL,
            account TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            verified_at INTEGER,
            unclaimed INTEGER NOT NULL,
            password TEXT,
            password_changed_at INTEGER,
            PRIMARY KEY (name, kind, app),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX logins_account ON logins (account, app);

        CREATE TABLE codes (
            slot BLOB NOT NULL PRIMARY KEY,
            digest BLOB NOT NULL UNIQUE,
            app TEXT NOT NULL,
            account TEXT,
            sealed BLOB NOT NULL,
            tries INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX codes_account ON codes (account, app);
        CREATE INDEX codes_expires_at ON codes (expires_at);

        CREATE TABLE second_factors (
            account TEXT NOT NULL,
            app TEXT NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL,
            display_name TEXT,
            enrolled_at INTEGER NOT NULL,
            sealed BLOB,
            last_step INTEGER,
            number TEXT,
            PRIMARY KEY (account, app, id),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE recovery_codes (
            account TEXT NOT NULL,
            app TEXT NOT NULL,
            digests BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            session TEXT,
            PRIMARY KEY (account, app),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE account_details (
            account TEXT NOT NULL,
            app TEXT NOT NULL,
            display_name TEXT,
            photo_url TEXT,
            tokens_valid_after INTEGER,
            claims TEXT NOT NULL,
            labels TEXT NOT NULL,
            preferences TEXT NOT NULL,
            PRIMARY KEY (account, app),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sessions (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            app TEXT NOT NULL,
            account TEXT NOT NULL,
            method TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            auth_time INTEGER NOT NULL,
            refreshed_at INTEGER NOT NULL,
            rotated_at INTEGER,
            generation INTEGER NOT NULL,
            acknowledged INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            idle_expires_at INTEGER NOT NULL,
            ended_at INTEGER,
            end_reason TEXT,
            second_factor TEXT,
            second_factor_id TEXT,
            purge_day INTEGER NOT NULL,
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX sessions_account ON sessions (account, app, created_at, id);
        CREATE INDEX sessions_purge_day ON sessions (purge_day);

        CREATE TABLE devices (
            session TEXT NOT NULL,
            installation TEXT NOT NULL,
            kind TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE,
            sealed BLOB NOT NULL,
            platform TEXT,
            created_at INTEGER NOT NULL,
            refreshed_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (session, installation),
            FOREIGN KEY (session) REFERENCES sessions (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX devices_expires_at ON devices (expires_at);

        CREATE TABLE pushes (
            id TEXT NOT NULL PRIMARY KEY,
            app TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            accepted_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            targets INTEGER NOT NULL,
            sent INTEGER NOT NULL,
            gone INTEGER NOT NULL,
            dropped INTEGER NOT NULL,
            problem TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pushes_expires_at ON pushes (expires_at);

        CREATE TABLE spent_nonces (
            expires_at INTEGER NOT NULL,
            digest BLOB NOT NULL,
            PRIMARY KEY (expires_at, digest)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tickets (
            digest BLOB NOT NULL PRIMARY KEY,
            app TEXT NOT NULL,
            provider TEXT NOT NULL,
            subject TEXT NOT NULL,
            email TEXT,
            email_verified INTEGER NOT NULL,
            authoritative_email INTEGER NOT NULL,
            private_email INTEGER NOT NULL,
            given_name TEXT,
            family_name TEXT,
            display_name TEXT,
            photo_url TEXT,
            token_client TEXT,
            token_sealed BLOB,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tickets_expires_at ON tickets (expires_at);
        CREATE INDEX tickets_subject ON tickets (subject, provider, app);

        CREATE TABLE used_tokens (
            expires_at INTEGER NOT NULL,
            digest BLOB NOT NULL,
            app TEXT NOT NULL,
            session TEXT NOT NULL,
            repeatable_until INTEGER,
            PRIMARY KEY (expires_at, digest, app)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE flows (
            digest BLOB NOT NULL PRIMARY KEY,
            stage TEXT NOT NULL,
            sealed BLOB NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX flows_expires_at ON flows (expires_at);

        CREATE TABLE message_counts (
            day INTEGER NOT NULL,
            key BLOB NOT NULL,
            scope TEXT NOT NULL,
            channel TEXT NOT NULL,
            app TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, key, scope, channel, app)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE merges (
            account TEXT NOT NULL,
            app TEXT NOT NULL,
            sealed BLOB NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (account, app),
            FOREIGN KEY (app, account) REFERENCES accounts (app, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX merges_expires_at ON merges (expires_at);

        CREATE TABLE tombstones (
            digest BLOB NOT NULL PRIMARY KEY,
            at INTEGER NOT NULL,
            cause TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tombstones_at ON tombstones (at);

        CREATE TABLE events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            app TEXT,
            account TEXT,
            kind TEXT NOT NULL,
            session TEXT,
            at INTEGER NOT NULL,
            request_id TEXT NOT NULL,
            detail TEXT,
            network TEXT,
            actor TEXT,
            count INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX events_account ON events (account, app) WHERE account IS NOT NULL;

        CREATE TABLE admin_keys (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            digest BLOB NOT NULL,
            scopes TEXT NOT NULL,
            apps TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            last_used_at INTEGER,
            revoked_at INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE firebase_populations (
            id TEXT NOT NULL PRIMARY KEY,
            project TEXT NOT NULL,
            tenant TEXT,
            settings TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX firebase_populations_tenant ON firebase_populations (project, tenant)
            WHERE tenant IS NOT NULL;

        CREATE TABLE webhook_positions (
            webhook TEXT NOT NULL PRIMARY KEY,
            event INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session_endings (
            account TEXT NOT NULL,
            app TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (account, app)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE journal_position (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            journal BLOB NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE last_use (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE signing_keys (
            id TEXT NOT NULL PRIMARY KEY,
            algorithm TEXT NOT NULL,
            sealed BLOB NOT NULL,
            published_at INTEGER NOT NULL,
            signs_from INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pseudonym_keys (
            version INTEGER NOT NULL PRIMARY KEY,
            code BLOB NOT NULL
        ) STRICT;

        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            destination TEXT NOT NULL,
            key TEXT NOT NULL,
            payload BLOB NOT NULL,
            due_at INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            UNIQUE (kind, key)
        ) STRICT;
        CREATE INDEX jobs_due_at ON jobs (kind, destination, due_at);

        CREATE TABLE database_id (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            value BLOB NOT NULL
        ) STRICT;
        INSERT INTO database_id (id, value) VALUES (1, randomblob(16));

        PRAGMA application_id = 0x5345534D;
        PRAGMA user_version = 1;
        """
}
