package orchestrator

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// plainRule is the rule of a team that has no packs.
func plainRule(sit assistant.Situation, words assistant.Message) ruling {
	return rule(teamOf(), sit, words)
}

// TestEveryGuardOfConsentIsNeeded takes each guard out, one at a time: the model check notices.
func TestEveryGuardOfConsentIsNeeded(t *testing.T) {
	as := func(change func(sit *assistant.Situation, words *assistant.Message)) func(*mcGuards) {
		return func(g *mcGuards) {
			g.rule = func(sit assistant.Situation, words assistant.Message) ruling {
				change(&sit, &words)
				return plainRule(sit, words)
			}
		}
	}
	for name, out := range map[string]func(*mcGuards){
		"words decide what came after them": as(func(sit *assistant.Situation, words *assistant.Message) {
			words.Seq, sit.Seen = 1<<60, 1<<60
		}),
		"words decide what had not been shown": as(func(sit *assistant.Situation, words *assistant.Message) {
			sit.Seen = words.Seq - 1
		}),
		"words that were changed decide": as(func(sit *assistant.Situation, _ *assistant.Message) { sit.Revised = false }),
		"a bare yes decides what cannot be undone": as(func(sit *assistant.Situation, _ *assistant.Message) {
			for i := range sit.Approvals {
				sit.Approvals[i].Irreversible = false
			}
		}),
		"a bare yes decides one of two": func(g *mcGuards) {
			g.rule = func(sit assistant.Situation, words assistant.Message) ruling {
				r := plainRule(sit, words)
				if r.ruled == ruledUnclear {
					r.ruled, r.subject = ruledDecided, r.stood.Subjects()[0]
				}
				return r
			}
		},
		"anybody may decide": func(g *mcGuards) {
			g.may = func(assistant.Person, assistant.Settings, assistant.PersonID) bool { return true }
		},
		"a guest is a member": func(g *mcGuards) {
			g.may = func(p assistant.Person, s assistant.Settings, by assistant.PersonID) bool {
				if p.Role == assistant.RoleGuest {
					p.Role = assistant.RoleMember
				}
				return assistant.MayDecide(p, s, by)
			}
		},
		"members approve whatever the setting": func(g *mcGuards) {
			g.may = func(p assistant.Person, s assistant.Settings, by assistant.PersonID) bool {
				s.MembersApprove = true
				return assistant.MayDecide(p, s, by)
			}
		},
		"the gate compares nothing": func(g *mcGuards) {
			g.consent = func(assistant.Task, json.RawMessage, assistant.Preview) (assistant.Consent, error) {
				return assistant.ConsentNone, nil
			}
		},
		"the gate compares the old state alone": func(g *mcGuards) {
			g.consent = func(t assistant.Task, _ json.RawMessage, now assistant.Preview) (assistant.Consent, error) {
				approved := t.Parameters
				now.Wanted = "wanted " + strings.Trim(string(approved[len(approved)-3:]), `"} `)
				return needsConsent(t, approved, now)
			}
		},
		"the gate asks nobody where the words were still to be written": func(g *mcGuards) {
			g.consent = func(t assistant.Task, arguments json.RawMessage, now assistant.Preview) (assistant.Consent, error) {
				if t.ApprovedHash == "" && assistant.Unfinished(t.Parameters) {
					return assistant.ConsentNone, nil
				}
				return needsConsent(t, arguments, now)
			}
		},
		"published unseen over whatever stands there": func(g *mcGuards) {
			g.consent = func(t assistant.Task, arguments json.RawMessage, now assistant.Preview) (assistant.Consent, error) {
				for old := range int8(4) { // whichever state it was approved over
					before := mcPreview(0, old, 0)
					if hash, err := assistant.UnseenHash(string(t.Type), t.Parameters, before); err == nil && hash == t.ApprovedHash {
						return assistant.ConsentNone, nil
					}
				}
				return needsConsent(t, arguments, now)
			}
		},
		"any plan may be published unseen": func(g *mcGuards) { g.unseen = func(assistant.Plan) bool { return true } },
		"any plan starts by itself":        func(g *mcGuards) { g.alone = func(assistant.Plan) bool { return true } },
		"the gate believes the plan":       func(g *mcGuards) { g.tool = false },
		"words mean unseen":                func(g *mcGuards) { g.words = false },
		"the write compares nothing":       func(g *mcGuards) { g.write = false },
		"what is overdue is open":          func(g *mcGuards) { g.expiry = false },
		"buttons stand without cards":      func(g *mcGuards) { g.stands = false },
	} {
		t.Run(name, func(t *testing.T) {
			g := mcReal()
			out(&g)
			got := mcCheck(g)
			if got.broken == "" {
				t.Error("nobody notices")
			}
			t.Logf("noticed in %d states, %s", got.states, got.broken)
		})
	}
}
