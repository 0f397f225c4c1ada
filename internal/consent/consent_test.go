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

const few = 120 // conversations in a test; the command holds ten thousand

func holds(t *testing.T, c storage.Config) *talk {
	t.Helper()
	tk, err := held(t.Context(), c, few, 8, steered{})
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

func judged(t *testing.T, tk *talk) *verdict {
	t.Helper()
	v, err := tk.verdict(t.Context(), few)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRandomConversationsTakeNoEffectWithoutConsent(t *testing.T) {
	for name, c := range map[string]func(*testing.T) storage.Config{
		"SQLite":   func(t *testing.T) storage.Config { return storage.Config{Dir: t.TempDir()} },
		"Postgres": func(t *testing.T) storage.Config { return storage.Config{DatabaseURL: servers.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			v := judged(t, holds(t, c(t)))
			for _, w := range v.wrong {
				t.Error(w)
			}
			if v.effects < few/20 || v.byClick == 0 || v.proposed < few/10 || v.rewritten == 0 {
				t.Errorf("too little happened to say anything: %s", v)
			}
			t.Log(v)
		})
	}
}

// The judge notices what was tampered with: each is an effect that the law does not allow.
func TestTheJudgeFindsWhatWasTamperedWith(t *testing.T) {
	tk := holds(t, storage.Config{Dir: t.TempDir()})
	if v := judged(t, tk); len(v.wrong) > 0 || v.effects == 0 {
		t.Fatalf("%s: %v", v, v.wrong)
	}
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
		if v := judged(t, tk); len(v.wrong) == 0 {
			t.Errorf("%s: nobody notices: %s", name, v)
		} else if strings.Contains(name, "guest") && !strings.Contains(strings.Join(v.wrong, " "), "somebody else decided it") {
			t.Errorf("%s: %s", name, v.wrong[0])
		}
	}
}
