package orchestrator_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// A session of a hundred calls of a model, which ends with a hundred thousand tokens of context.
const (
	longRounds = 20 // each with the person's answer, which gives a budget anew
	longSteps  = 5  // of a round: four that look up, and one that asks
	longLooks  = 3  // of a step
)

// TestWhatIsStoredGrowsWithWhatIsNew: everything that all tables hold of a long session, with its model calls, its log and what a replay needs, is
// no more than twice of what its model was given last, and not a hundred times that.
func TestWhatIsStoredGrowsWithWhatIsNew(t *testing.T) {
	c := &crowd{of: officeTeam(t)}
	var mu sync.Mutex
	var last []byte
	c.play = func(_ context.Context, step int, r llm.Request) (llm.Reply, error) {
		raw, err := json.Marshal(r.Messages)
		mu.Lock()
		last = raw
		mu.Unlock()
		switch {
		case err != nil:
			return llm.Reply{}, err
		case step%longSteps == 0 && step/longSteps < longRounds:
			return calls(fmt.Sprint("ask", step), "ask_user", `{"question":"Shall I go on with the next ones?"}`), nil
		case step%longSteps == 0:
			return words("Those are all of them."), nil
		}
		var pairs []string
		for i := range longLooks {
			pairs = append(pairs, officeTools[i].name, fmt.Sprintf(`{"key":"Customer-%d-%d"}`, step, i))
		}
		return calls(fmt.Sprint("look", step), pairs...), nil
	}
	on := storage.Config{Dir: servers.Embedded(t)}
	h := newHouseOn(t, c, on)
	before := storedIn(t, on)
	h.say("ask", "Look up the orders of all our customers, one after the other")
	var asked []assistant.ClarificationID
	for range longRounds - 1 {
		q := awaits(h, func(b assistant.Asked) bool { return !slices.Contains(asked, b.Clarification.ID) }).Clarification
		asked = append(asked, q.ID)
		if why := h.act(assistant.Answered{Clarification: q.ID, Values: map[string]string{q.Questions[0].Key: "Go on."}}); why != "" {
			t.Fatal(why)
		}
	}
	h.says("Those are all of them.")
	mu.Lock()
	defer mu.Unlock()
	stored, parts := 0, []string{}
	for table, bytes := range storedIn(t, on) {
		if grown := bytes - before[table]; grown > 0 {
			stored += grown
			parts = append(parts, fmt.Sprintf("%9d %s", grown, table))
		}
	}
	slices.Sort(parts)
	slices.Reverse(parts)
	t.Logf("%d calls of a model, of which the last was given %d bytes; %d bytes are stored, %.2fx:\n%s", len(c.asked()), len(last), stored, float64(stored)/float64(len(last)), strings.Join(parts, "\n"))
	if len(c.asked()) < 100 || len(last) < 400_000 || stored > 2*len(last) {
		t.Error("that is more than twice of it")
	}
}

// storedIn is how many bytes each table holds, of all that stands in its rows.
func storedIn(t *testing.T, on storage.Config) map[string]int {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(on.Dir, "aisteam.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	out := map[string]int{}
	for _, table := range textsOf(t, db, `select name from sqlite_master where type = 'table' and sql not like '%virtual table%'`) {
		for _, column := range textsOf(t, db, `select name from pragma_table_info('`+table+`')`) {
			var bytes int
			if err := db.QueryRowContext(t.Context(), `select coalesce(sum(length(cast("`+column+`" as blob))), 0) from "`+table+`"`).Scan(&bytes); err != nil {
				t.Fatal(err)
			}
			out[table] += bytes
		}
	}
	return out
}

func textsOf(t *testing.T, db *sql.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
