package storage

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// dialect turns the one SQL text into what a database understands. Everything that differs between the two is here.
//
//	token       Postgres                               SQLite
//	:now        now()                                  the transaction's time in microseconds, one argument more
//	:micros     now() in microseconds                the same number
//	:after($1)  now() + $1 microseconds                the same sum of integers
//	:before($1) now() - $1 microseconds                the same difference
//	:locked     for update                             (one writer)
//	:shared     for share                              (one writer)
//	:skip       for update skip locked                 (one writer)
//	:keep       the id, kept for the transaction       nothing
//	(x):id      the text x as an id                    the text
//	x :bytes    the text x, ordered by its bytes       the text, which is ordered so
//	$1          $1                                     ?1, which every driver counts by its number
//	limit $1    limit $1                               limit (?1 + 0)
type dialect struct {
	postgres bool
	texts    sync.Map // written text → translated
	known    atomic.Int64
}

// textsMost bounds the texts that are kept as they are translated. There are fewer in the program; questions that people put together, and
// lists of different lengths, make the rest, of which there is no end.
const textsMost = 8000

// translated is a statement as a database understands it. It is the same text each time, so that it is prepared once.
type translated struct {
	text string
	now  bool // it takes the transaction's time as its last argument
}

var tokens = regexp.MustCompile(`:(now|micros|after\(\$\d+\)|before\(\$\d+\)|locked|shared|skip|keep|id|bytes)`) // compiled once, never changed

var numbers = regexp.MustCompile(`\$(\d+)`) // compiled once, never changed

// limits are those that are arguments. SQLite plans by the number, and so it parses a statement again each time that one is given, as
// if it had never been prepared: of a sum it does not look at the number (sqlite3ExprIsInteger).
var limits = regexp.MustCompile(`\blimit \$(\d+)`) // compiled once, never changed

// text translates a statement of so many arguments.
func (d *dialect) text(sql string, args int) translated {
	cached, ok := d.texts.Load(sql)
	if !ok {
		text := tokens.ReplaceAllStringFunc(sql, d.token)
		now := !d.postgres && strings.Contains(text, ":now")
		if !d.postgres {
			text = limits.ReplaceAllString(text, "limit ($$$1 + 0)")
			text = numbers.ReplaceAllString(strings.ReplaceAll(text, ":now", "$"+strconv.Itoa(args+1)), "?$1")
		}
		cached = translated{text, now}
		if d.known.Load() < textsMost {
			d.texts.Store(sql, cached)
			d.known.Add(1)
		}
	}
	t, _ := cached.(translated)
	return t
}

func (d *dialect) token(t string) string {
	name, arg, _ := strings.Cut(strings.TrimSuffix(t, ")"), "(")
	switch name {
	case ":now":
		return d.either("now()", ":now")
	case ":micros":
		return d.either("cast(extract(epoch from now()) * 1000000 as bigint)", ":now")
	case ":after":
		return d.either("(now() + cast("+arg+" as float8) * interval '1 microsecond')", "(:now + "+arg+")")
	case ":before":
		return d.either("(now() - cast("+arg+" as float8) * interval '1 microsecond')", "(:now - "+arg+")")
	case ":locked":
		return d.either("for update", "")
	case ":shared":
		return d.either("for share", "")
	case ":id":
		return d.either("::uuid", "")
	case ":bytes":
		return d.either(`collate "C"`, "")
	case ":skip":
		return d.either("for update skip locked", "")
	default:
		return d.either("set_config('app.claimed', cast(id as text), true)", "''")
	}
}

func (d *dialect) either(postgres, sqlite string) string {
	if d.postgres {
		return postgres
	}
	return sqlite
}

// lockProgram is a statement after which no other process starts on the database until the transaction ends; "" where none can.
func (d *dialect) lockProgram() string { return d.either(`select pg_advisory_xact_lock($1)`, "") }

// asTenant is the statement that turns on row level security for a tenant, or "" if the database has none.
func (d *dialect) asTenant() string {
	return d.either(`select set_config('role', '`+appRole+`', true), set_config('app.tenant_id', $1, true)`, "")
}

// kept is how the statements after one with :keep call the id that it kept; "" where they have to be given it.
func (d *dialect) kept() string {
	return d.either(`cast(nullif(current_setting('app.claimed', true), '') as uuid)`, "")
}

// flushes tells whether a commit is on the disk when it returns. A lazy one need not be.
func (d *dialect) flushes(lazy bool) bool { return !lazy || !d.postgres }

// settings is how many statements a transaction begins with that nobody wrote.
func (d *dialect) settings() int {
	if d.postgres {
		return 1
	}
	return 0
}

// worded begins to read the messages g that have words, with their conversations c, where somebody is a member of them. SQLite goes through its
// table of words from the newest on, which ends with what is asked for; of somebody's messages it knows first which they are, since
// what others said would be looked up one by one.
func (d *dialect) worded(words, who string) string {
	return d.either(`from assistant_messages g join assistant_conversations c on c.id = g.conversation_id
			where g.kind = 'message' and to_tsvector('simple', left(g.content, 100000)) @@ to_tsquery('simple', `+words+`)`,
		`from assistant_words w cross join assistant_messages g on g.id = w.message_id cross join assistant_conversations c on c.id = g.conversation_id
			where w.content match `+words+` and (`+who+` is null or w.message_id in (select m.id from assistant_messages m
				where m.conversation_id in (select c.id from assistant_conversations c where c.tenant_id = $1 and `+memberOf(who)+`)))`)
}

// latest puts what worded reads into its order, the last that was said first.
func (d *dialect) latest() string { return d.either(` order by g.id desc`, ` order by w.rowid desc`) }

// deletes holds of a revision's body that takes the words back.
func (d *dialect) deletes(body string) string {
	return d.either(`(`+body+` -> 'deleted') = 'true'`, `json_extract(`+body+`, '$.deleted') = 1`)
}

// without is a body but for one of its fields.
func (d *dialect) without(body, field string) string {
	return d.either(body+` - '`+field+`'`, `json_remove(`+body+`, '$.`+field+`')`)
}

// words is what worded takes: each of the words begins one of the message's.
func (d *dialect) words(text string) string {
	var out []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out = append(out, d.either(word+":*", `"`+word+`"*`))
	}
	return strings.Join(out, d.either(" & ", " AND "))
}

// bind turns an argument into what the driver takes: typed ids become text, times what the database keeps (nothing when
// zero), durations microseconds.
func (d *dialect) bind(arg any) any {
	switch a := arg.(type) {
	case nil, string, int64, int, bool, []byte:
		return a
	case time.Time:
		return d.time(a)
	case time.Duration:
		return a.Microseconds()
	}
	if v := reflect.ValueOf(arg); v.Kind() == reflect.String {
		return v.String()
	}
	return arg
}

func (d *dialect) time(t time.Time) any {
	switch {
	case t.IsZero():
		return nil
	case d.postgres:
		return t.Truncate(time.Microsecond).UTC()
	default:
		return t.UnixMicro()
	}
}

// null is nothing for an empty id, and the id otherwise.
func null[S ~string](s S) any {
	if s == "" {
		return nil
	}
	return string(s)
}

// list is a list of n placeholders from $first on, for "in (…)".
func list(first, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(first + i))
	}
	return b.String()
}

// dests wraps the destinations of a query's rows, one row after the other: absent text is empty, absent times are zero, JSON is copied.
// What it gives is good until it is asked for the next row.
type dests struct {
	out   []any
	texts []textDest
	times []timeDest
	bytes []bytesDest
}

func (d *dests) into(all []any) []any {
	if n := len(all); cap(d.out) < n {
		d.out, d.texts, d.times, d.bytes = make([]any, 0, n), make([]textDest, 0, n), make([]timeDest, 0, n), make([]bytesDest, 0, n)
	}
	d.out, d.texts, d.times, d.bytes = d.out[:0], d.texts[:0], d.times[:0], d.bytes[:0]
	for _, dest := range all {
		switch p := dest.(type) {
		case *time.Time:
			d.times = append(d.times, timeDest{p})
			d.out = append(d.out, &d.times[len(d.times)-1])
		case *[]byte:
			d.bytes = append(d.bytes, bytesDest{p})
			d.out = append(d.out, &d.bytes[len(d.bytes)-1])
		case *int64, *int, *bool:
			d.out = append(d.out, p)
		default:
			d.texts = append(d.texts, textDest{reflect.ValueOf(dest).Elem()})
			d.out = append(d.out, &d.texts[len(d.texts)-1])
		}
	}
	return d.out
}

type timeDest struct{ to *time.Time }

// Scan implements sql.Scanner.
func (d timeDest) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d.to = time.Time{}
	case time.Time:
		*d.to = v.UTC()
	case int64:
		*d.to = time.UnixMicro(v).UTC()
	default:
		return fmt.Errorf("scan time from %T", src)
	}
	return nil
}

type bytesDest struct{ to *[]byte }

// Scan implements sql.Scanner.
func (d bytesDest) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d.to = nil
	case []byte:
		*d.to = append([]byte(nil), v...)
	case string:
		*d.to = []byte(v)
	default:
		return fmt.Errorf("scan bytes from %T", src)
	}
	return nil
}

type textDest struct{ to reflect.Value }

// Scan implements sql.Scanner.
func (d textDest) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		d.to.SetString("")
	case string:
		d.to.SetString(v)
	case []byte:
		d.to.SetString(string(v))
	default:
		return fmt.Errorf("scan text from %T", src)
	}
	return nil
}
