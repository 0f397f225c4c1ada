package storage

import (
	"strconv"
	"testing"
)

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

// TestTextIsOrderedByItsBytes: Postgres is told to, SQLite does so by itself.
func TestTextIsOrderedByItsBytes(t *testing.T) {
	const written = `select id from places order by nullif(name, '') :bytes desc nulls last`
	for want, d := range map[string]*dialect{
		`select id from places order by nullif(name, '') collate "C" desc nulls last`: {postgres: true},
		`select id from places order by nullif(name, '')  desc nulls last`:            {},
	} {
		if got := d.text(written, 0); got.text != want {
			t.Errorf("%q", got.text)
		}
	}
}

// TestTextsThatPeoplePutTogetherAreNotKeptWithoutEnd: they are translated all the same.
func TestTextsThatPeoplePutTogetherAreNotKeptWithoutEnd(t *testing.T) {
	d := &dialect{}
	for i := range textsMost + 10 {
		if got := d.text(`select $1 as c`+strconv.Itoa(i), 1); got.text != `select ?1 as c`+strconv.Itoa(i) {
			t.Fatal(got)
		}
	}
	kept := 0
	d.texts.Range(func(any, any) bool { kept++; return true })
	if kept != textsMost {
		t.Errorf("%d are kept", kept)
	}
}
