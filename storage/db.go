package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Config says which database, and gives what is taken from the outside world.
type Config struct {
	DatabaseURL string // Postgres; "" for SQLite in Dir
	Dir         string // of the embedded database; one process owns it
	IDs         *assistant.IDs
	Now         func() time.Time // the embedded database's clock; Postgres has its own
	Log         *slog.Logger
	SecretKeys  [][]byte      // of 32 bytes: the first seals passwords, tokens and models' answers, all open; none keeps them as they are
	FilesRoom   int64         // bytes that the files kept for one tenant may take up; 0 for 2 GiB
	Trips       func(Trip)    // told of every sending of statements, before it; nil for nobody
	Connections int           // to Postgres at most, of this process; 0 for 16
	Packs       []tables.Pack // that keep tables of their own
	ReadOnly    bool          // nothing is written, not even what opening brings up to date; another process may have the database in hand
}

// DB is an open ledger: its verbs, in a group for each subject. It is safe for concurrent use.
type DB struct {
	*ledger

	Tenants       Tenants
	People        People
	Grants        Grants
	Links         Links
	Sessions      Sessions
	Reaches       Reaches
	Passkeys      Passkeys
	OpenID        OpenID
	Invitations   Invitations
	Projects      Projects
	Conversations Conversations
	Places        Places
	Intake        Intake
	Mailboxes     Mailboxes
	Runs          Runs
	Decisions     Decisions
	Policies      Policies
	Tasks         Tasks
	Calls         Calls
	Recordings    Recordings
	Timers        Timers
	Deliveries    Deliveries
	Files         Files
	Packs         Packs
	Spending      Spending
	Failures      Failures
	Definitions   Definitions
	Models        Models
	Parts         Parts
	Installs      Installs
	Replicas      Replicas
	Health        Health

	Verbs Verbs // all of them at once
}

// ledger is what the groups have in common: the database, and what its transactions need.
type ledger struct {
	back    backend
	dialect *dialect
	pg      *postgres // nil when embedded
	lite    *sqlite   // nil on Postgres
	room    int64     // for the files of one tenant
	ids     *assistant.IDs
	replica replica
	now     func() time.Time
	log     *slog.Logger
	seals   *sealer
	starts  starts
	packs   []tables.Pack
	trips   func(Trip)
	told    *lru.Cache[string, told] // by the ids of things that wait

	trouble     atomic.Pointer[Pressure] // why writes fail; nil where they do not
	troubleTold atomic.Int64             // when it was last logged, in Unix nanoseconds
}

// Open opens the database. An embedded one is brought up to date, and every claim in it is void: its holder is gone, since
// one process owns the file. A Postgres that is not up to date is refused; see [Migrate].
func Open(ctx context.Context, cfg Config) (*DB, error) {
	if cfg.IDs == nil || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("open storage: ids, clock and logger are needed")
	}
	kept, err := lru.New[string, told](toldKept)
	if err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	db := grouped(&ledger{told: kept, trips: cfg.Trips, starts: startsOf(cfg.Packs), packs: cfg.Packs, ids: cfg.IDs, now: cfg.Now, log: cfg.Log, room: cmp.Or(cfg.FilesRoom, filesRoom), dialect: &dialect{postgres: cfg.DatabaseURL != ""}})
	db.replica.id = db.ids.New()
	if db.seals, err = newSealer(cfg.SecretKeys); err != nil {
		return nil, fmt.Errorf("open storage: %w", err)
	}
	if cfg.DatabaseURL == "" {
		err = db.openEmbedded(ctx, cfg)
	} else {
		err = db.openServer(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	if cfg.ReadOnly {
		return db, nil
	}
	if err := db.reseal(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open storage: %w", err), db.Close())
	}
	return db, nil
}

func (d *DB) openServer(ctx context.Context, cfg Config) error {
	all, err := sequences(cfg.Packs)
	if err == nil {
		err = fit(ctx, cfg.DatabaseURL, all)
	}
	if err == nil {
		d.pg, err = openPostgres(ctx, cfg.DatabaseURL, cfg.Connections, cfg.ReadOnly)
	}
	if err != nil {
		return fmt.Errorf("open postgres: %w", explained(err, cfg.DatabaseURL))
	}
	d.back = d.pg
	return nil
}

func (d *DB) openEmbedded(ctx context.Context, cfg Config) error {
	if cfg.ReadOnly {
		lite, err := lookAtSQLite(cfg.Dir)
		d.lite, d.back = lite, lite
		return named(err, "open sqlite")
	}
	all, err := sequences(cfg.Packs)
	if err != nil {
		return fmt.Errorf("open sqlite: %w", err)
	}
	lite, err := openSQLite(cfg.Dir)
	if err != nil {
		return fmt.Errorf("open sqlite: %w", err)
	}
	err = lite.migrate(ctx, all, cfg.Log)
	if err == nil {
		err = lite.voidClaims(ctx, cfg.Now().UnixMicro())
	}
	if err != nil {
		lite.close()
		return fmt.Errorf("open sqlite: %w", err)
	}
	d.lite, d.back = lite, lite
	return nil
}

// Close gives everything back. Verbs still running fail.
func (d *DB) Close() error {
	if d.pg != nil {
		d.pg.close()
		return nil
	}
	d.lite.close()
	return nil
}

func sizedByAddress(url string) bool { return strings.Contains(url, "pool_max_conns") }
