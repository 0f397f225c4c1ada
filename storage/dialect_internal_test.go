package storage

import "testing"

// TestSQLiteDoesNotParseAStatementAgainForItsLimit: a limit that is an argument is hidden from SQLite's planner, which would otherwise
// take the statement for another one each time, and Postgres has it as it is written.
func TestSQLiteDoesNotParseAStatementAgainForItsLimit(t *testing.T) {
	const written = `select id from places where tenant_id = $1 and ready_at <= :now order by id limit $2`
	for _, c := range []struct {
		d    *dialect
		want string
	}{
		{&dialect{postgres: true}, `select id from places where tenant_id = $1 and ready_at <= now() order by id limit $2`},
		{&dialect{}, `select id from places where tenant_id = ?1 and ready_at <= ?3 order by id limit (?2 + 0)`},
	} {
		if got := c.d.text(written, 2); got.text != c.want || got.now == c.d.postgres {
			t.Errorf("%+v", got)
		}
	}
}
