package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// Conversations in a test; the command holds ten thousand on each database, and `make nightly` runs it.
const (
	onSQLite   = 100
	onPostgres = 30
	atOnce     = 12 // they mostly wait
)

func holds(t *testing.T, c storage.Config, n int) *talk {
	t.Helper()
	tk, err := held(t.Context(), c, n, atOnce, steered{})
	if tk != nil {
		t.Cleanup(func() {
			if err := tk.close(); err != nil {
				t.Error(err)
			}
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return tk
}

func judged(t *testing.T, tk *talk, n int) *verdict {
	t.Helper()
	v, err := tk.verdict(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRandomConversationsOnPostgresTakeNoEffectWithoutConsent(t *testing.T) {
	t.Parallel()
	lawful(t, holds(t, storage.Config{DatabaseURL: servers.Postgres(t)}, onPostgres), onPostgres)
}

// Most conversations are held on the embedded database. Then the judge is shown them otherwise than they were: each is an effect that
// the law does not allow, and it notices.
func TestRandomConversationsTakeNoEffectWithoutConsentAndTheJudgeFindsWhatWasTamperedWith(t *testing.T) {
	t.Parallel()
	tk := holds(t, storage.Config{Dir: servers.Embedded(t)}, onSQLite)
	lawful(t, tk, onSQLite)
	tampered(t, tk)
}

// lawful judges conversations, in which something has happened.
func lawful(t *testing.T, tk *talk, n int) {
	t.Helper()
	v := judged(t, tk, n)
	for _, w := range v.wrong {
		t.Error(w)
	}
	if v.effects == 0 || v.byClick == 0 || v.proposed == 0 || n >= 100 && v.withPlan == 0 { // how much happens is the machine's to say
		t.Errorf("too little happened to say anything: %s", v)
	}
	t.Log(v)
}

func tampered(t *testing.T, tk *talk) {
	t.Helper()
	effects, posted, deeds := tk.signs.effects, tk.board.posted, tk.deeds
	for name, tamper := range map[string]func(){
		"other arguments": func() {
			for i := range tk.signs.effects {
				tk.signs.effects[i].args = json.RawMessage(`{"sign":"x","text":"never shown"}`)
			}
		},
		"another old state": func() {
			for i := range tk.signs.effects {
				tk.signs.effects[i].old = "nobody saw this"
			}
		},
		"cards that came later": func() {
			tk.board.posted = map[string]int64{}
			for s := range posted {
				tk.board.posted[s] = 1 << 60
			}
		},
		"a guest's decision": func() {
			tk.deeds = map[string]deed{}
			for key, d := range deeds {
				d.who = gus
				tk.deeds[key] = d
			}
		},
		"an effect that nobody knows of": func() {
			tk.signs.effects = append(slices.Clip(tk.signs.effects), effect{task: assistant.TaskID("none")})
		},
	} {
		tk.signs.effects, tk.board.posted, tk.deeds = append([]effect(nil), effects...), posted, deeds
		tamper()
		if v := judged(t, tk, onSQLite); len(v.wrong) == 0 {
			t.Errorf("%s: nobody notices: %s", name, v)
		} else if strings.Contains(name, "guest") && !strings.Contains(strings.Join(v.wrong, " "), "somebody else decided it") {
			t.Errorf("%s: %s", name, v.wrong[0])
		}
	}
}
