package orchestrator

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
)

// lpRuleOf takes something away before the code rules on a decision.
func lpRuleOf(change func(a *assistant.ApprovalRecord, d *assistant.ApprovalDecided, who *approvals.Who, set *assistant.Settings, now *time.Time)) func(*lpGuards) {
	return func(g *lpGuards) {
		g.rule = func(a assistant.ApprovalRecord, d assistant.ApprovalDecided, who approvals.Who, set assistant.Settings, now time.Time) approvalRuling {
			change(&a, &d, &who, &set, &now)
			return ruleOn(a, d, who, set, now)
		}
	}
}

// lpRuleWithout rules on decisions under rules without a part.
func lpRuleWithout(change func(*assistant.ApprovalRule)) func(*lpGuards) {
	return lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, _ *time.Time) {
		if a.Rule != nil {
			changed := *a.Rule
			change(&changed)
			a.Rule = &changed
		}
	})
}

// lpGuardsOut are the guards, each with how it is taken out.
func lpGuardsOut() map[string]func(*lpGuards) {
	return map[string]func(*lpGuards){
		"anybody may decide": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			a.Rule, who.Person.Role = nil, assistant.RoleAdmin
		}),
		"a guest is a member": lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			if who.Person.Role == assistant.RoleGuest {
				who.Person.Role = assistant.RoleMember
			}
		}),
		"members approve whatever the setting": lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, set *assistant.Settings, _ *time.Time) {
			set.MembersApprove = true
		}),
		"whoever is in no group decides": lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, who *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			who.From.Groups = []string{"editors"}
		}),
		"it is always shortly before the end": lpRuleOf(func(_ *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, now *time.Time) {
			*now = lpNow(1)
		}),
		"whoever asked counts":     lpRuleWithout(func(r *assistant.ApprovalRule) { r.NotRequester = false }),
		"one yes is always enough": lpRuleWithout(func(r *assistant.ApprovalRule) { r.Needed = 1 }),
		"one person counts twice": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			for i := range a.Yeses {
				a.Yeses[i].Person += " by another account"
			}
		}),
		"other arguments where several approve": lpRuleOf(func(a *assistant.ApprovalRecord, d *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			if len(d.Arguments) > 0 && len(a.Yeses) > 0 {
				d.Arguments = nil
			}
		}),
		"for good whatever it is": lpRuleOf(func(a *assistant.ApprovalRecord, _ *assistant.ApprovalDecided, _ *approvals.Who, _ *assistant.Settings, _ *time.Time) {
			a.Standing, a.Irreversible = true, false
		}),
		"decided is decided again": func(g *lpGuards) {
			g.closed = func(a assistant.ApprovalRecord, d assistant.ApprovalDecided) string {
				a.Status = assistant.ApprovalPending
				return closedTo(a, d)
			}
		},
		"a decision on an older card counts": func(g *lpGuards) {
			g.closed = func(a assistant.ApprovalRecord, d assistant.ApprovalDecided) string {
				d.Hash = ""
				return closedTo(a, d)
			}
		},
		"the widest rule holds": func(g *lpGuards) {
			g.policy = func(ps []assistant.Policy, project assistant.ProjectID, tool assistant.TaskType) *assistant.ApprovalRule {
				return approvals.For(ps[:min(1, len(ps))], project, tool)
			}
		},
		"the gate counts nobody": func(g *lpGuards) {
			g.enough = func(approvals.On, []assistant.Yes) bool { return true }
		},
		"a right at the end is forgotten at the gate": func(g *lpGuards) {
			g.enough = func(on approvals.On, yeses []assistant.Yes) bool {
				for i := range yeses {
					yeses[i].As.Late = false
				}
				return approvals.Enough(on, yeses)
			}
		},
		"for good, used up": func(g *lpGuards) {
			g.standing = func(all []assistant.StandingYes, use approvals.Use, on approvals.On) (assistant.StandingYes, bool) {
				all[0].Most = 100
				return approvals.Stands(all, use, on)
			}
		},
		"for good, of who may no more": func(g *lpGuards) {
			g.standing = func(all []assistant.StandingYes, use approvals.Use, on approvals.On) (assistant.StandingYes, bool) {
				all[0].Now = ""
				return approvals.Stands(all, use, on)
			}
		},
		"for good, where several decide": func(g *lpGuards) {
			g.standing = func(all []assistant.StandingYes, use approvals.Use, on approvals.On) (assistant.StandingYes, bool) {
				if on.Rule != nil {
					one := *on.Rule
					one.Needed, on.Rule = 1, &one
				}
				return approvals.Stands(all, use, on)
			}
		},
		"for good, on whose words ever": func(g *lpGuards) {
			g.standing = func(all []assistant.StandingYes, use approvals.Use, on approvals.On) (assistant.StandingYes, bool) {
				use.Heard = nil
				return approvals.Stands(all, use, on)
			}
		},
		"whose words they were is forgotten": func(g *lpGuards) {
			g.speakers = func(loop.Transcript, assistant.PersonID) []assistant.PersonID { return nil }
		},
		"words of a refusal are nobody's": func(g *lpGuards) {
			g.worded = func(assistant.ApprovalRecord, bool) []assistant.PersonID { return nil }
		},
		"anybody lets it go on": func(g *lpGuards) {
			g.mayGoOn = func(assistant.Person, assistant.PersonID) bool { return true }
		},
		"the gate compares nothing": func(g *lpGuards) {
			g.consent = func(assistant.Task, json.RawMessage, assistant.Preview) (assistant.Consent, error) {
				return assistant.ConsentNone, nil
			}
		},
		"the gate compares no state": func(g *lpGuards) {
			g.consent = func(t assistant.Task, _ json.RawMessage, _ assistant.Preview) (assistant.Consent, error) {
				if t.ApprovedHash == "" {
					return assistant.ConsentFirst, nil
				}
				return assistant.ConsentNone, nil
			}
		},
		"other arguments may be of what cannot be undone": func(g *lpGuards) {
			g.consent = func(t assistant.Task, arguments json.RawMessage, now assistant.Preview) (assistant.Consent, error) {
				t.Effect = assistant.EffectReversible
				return needsConsent(t, arguments, now)
			}
		},
		"anything is within the scope": func(g *lpGuards) {
			g.scope = func(assistant.Step, assistant.Project, map[assistant.TaskType]assistant.Rule) []assistant.Finding {
				return nil
			}
		},
		"anything is clear": func(g *lpGuards) {
			g.clarity = func(assistant.Step, map[assistant.TaskType]assistant.Rule) []assistant.Finding { return nil }
		},
		"what cannot be undone is approved among others": func(g *lpGuards) {
			g.together = func(open []assistant.Approval, all assistant.ApprovalDecided) string {
				for i := range open {
					open[i].Irreversible = false
				}
				return notTogether(open, all)
			}
		},
		"all of a card is whatever stands there": func(g *lpGuards) {
			g.together = func(open []assistant.Approval, all assistant.ApprovalDecided) string {
				all.Hash = assistant.TogetherHash(open)
				return notTogether(open, all)
			}
		},
		"a run ends while something is in hand": func(g *lpGuards) {
			g.advance = func(run assistant.Run, tasks []assistant.Task) Next {
				for i := range tasks {
					if tasks[i].Status == assistant.TaskInProgress {
						tasks[i].Status = assistant.TaskCancelled
					}
				}
				return Advance(run, tasks)
			}
		},
		"a run never ends": func(g *lpGuards) { g.advance = func(assistant.Run, []assistant.Task) Next { return Next{} } },
		"a stop changes no task": func(g *lpGuards) {
			g.after = func(ts []assistant.Task, _ assistant.Body) []assistant.Task { return ts }
		},
		"results go by position":    func(g *lpGuards) { g.taskOf = lpByPlace },
		"changes are not told":      lpResultOf(func(_ *assistant.ApprovalRecord, changed *bool) { *changed = false }),
		"what people say is untold": lpResultOf(func(d *assistant.ApprovalRecord, _ *bool) { d.Note = "" }),
		"what is over may be called for again": func(g *lpGuards) {
			g.made = func(loop.Transcript) []loop.Made { return nil }
		},
		"what was told is told again": func(g *lpGuards) { g.told = func(assistant.AgentSession, assistant.RunID) bool { return false } },
		"what was heard is forgotten": func(g *lpGuards) { g.heard = func(loop.Transcript, assistant.MessageID) bool { return false } },
		"what is overdue is open":     func(g *lpGuards) { g.expiry = false },
		"a stop that waits holds":     func(g *lpGuards) { g.halt = false },
		"stopped runs go on":          func(g *lpGuards) { g.stop = false },
		"what is unsure is repeated":  func(g *lpGuards) { g.log = false },
		"the write compares nothing":  func(g *lpGuards) { g.write = false },
		"buttons stand without cards": func(g *lpGuards) { g.cards = false },
		"going on keeps decisions":    func(g *lpGuards) { g.anew = false },
	}
}

func lpByPlace(t loop.Transcript, at int, c llm.ToolCall, tasks []assistant.Task) assistant.Task {
	for i, call := range (llm.Reply{Message: t[at-1].Message}).Calls() {
		if call.ID == c.ID {
			return tasks[i]
		}
	}
	return tasks[0]
}

func lpResultOf(change func(*assistant.ApprovalRecord, *bool)) func(*lpGuards) {
	return func(g *lpGuards) {
		g.result = func(c llm.ToolCall, t assistant.Task, d assistant.ApprovalRecord, changed bool, seen []assistant.Seen) (llm.ToolResult, loop.Came) {
			change(&d, &changed)
			return resultOf(c, t, d, changed, seen)
		}
	}
}

// TestEveryGuardOfTheLoopIsNeeded takes guards out, one at a time: the model check notices. Each change takes out some, the night all.
func TestEveryGuardOfTheLoopIsNeeded(t *testing.T) {
	lpNoticed(t, lpGuardsOut(), lpWalks(false))
	lpNoticed(t, lpDelegateGuardsOut(), lpSteadWalks())
}

func lpNoticed(t *testing.T, guards map[string]func(*lpGuards), walks []lpBounds) {
	t.Helper()
	for _, name := range sampled.Names(t, guards, 8) {
		t.Run(name, func(t *testing.T) {
			g := lpReal()
			guards[name](&g)
			got := lpCheck(g, walks)
			if got.broken == "" {
				t.Error("nobody notices")
			}
			t.Logf("noticed in %d states, %s", got.states, got.broken)
		})
	}
}
