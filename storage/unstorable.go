package storage

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	lite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/aisteam/aisteam/assistant"
)

// unstorable turns an error about the data itself into [assistant.ErrUnstorable], and returns others unchanged. The
// database's message is dropped: it may quote what a person wrote.
func (d *ledger) unstorable(err error) error {
	if why := d.back.never(err); why != "" {
		return fmt.Errorf("%w: %s", assistant.ErrUnstorable, why)
	}
	return err
}

// never: what no type takes (class 22), what breaks a constraint (23) and what is too large (54). Who loses a race to insert
// the same thing finds it when they look again.
func (p *postgres) never(err error) string {
	pe, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pe.Code == "23505" || len(pe.Code) != 5 {
		return ""
	}
	switch pe.Code[:2] {
	case "22", "23", "54":
		return strings.Join(strings.Fields("SQLSTATE "+pe.Code+" "+pe.TableName+" "+pe.ColumnName+" "+pe.ConstraintName), " ")
	default:
		return ""
	}
}

// never: what breaks a constraint other than being there once, what is too large, and what no column takes.
func (s *sqlite) never(err error) string {
	le, ok := errors.AsType[*lite.Error](err)
	if !ok {
		return ""
	}
	switch code := le.Code(); {
	case code == sqlite3.SQLITE_CONSTRAINT_UNIQUE, code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, code == sqlite3.SQLITE_CONSTRAINT_ROWID:
		return ""
	case code&0xff == sqlite3.SQLITE_CONSTRAINT, code == sqlite3.SQLITE_TOOBIG, code == sqlite3.SQLITE_MISMATCH:
		return fmt.Sprintf("SQLite %d", code)
	default:
		return ""
	}
}
