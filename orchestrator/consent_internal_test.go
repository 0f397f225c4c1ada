package orchestrator

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// The model check of consent. It walks through every interleaving of a small conversation: two subjects (a plan that can be
// undone, an action that cannot), a member, an approver who may lose the role, a guest; words, clicks, proposals,
// deliveries, expiries, moves of the state outside, arguments that resolve differently, words that are changed. What the
// code decides with (which words decide what, who may decide, what the gate lets through) is the code itself; storage, the
// courier and the tool are modelled by the few lines of each that matter. The law is kept apart from all of it, as a ghost:
// an effect may start only if a person who may decide has decided on exactly this tool, these arguments, this old and this
// new state, after it stood in the place where they decided.
//
//	none ──propose──▶ pending ──words, click──▶ approved ──gate──▶ started ──write──▶ done
//	                    ▲  └──expire──▶ over       │ moved           │ moved
//	                    └──────────asked again─────┴─────────────────┘

// The stages of a subject.
const (
	mcNone int8 = iota
	mcPending
	mcApproved
	mcStarted
	mcDone
)

// The people.
const (
	mcAnna int8 = iota // a member
	mcBen              // an approver, who may lose the role
	mcGus              // a guest
)

// mcSubject is one of the two things that wait for a decision.
type mcSubject struct {
	stage        int8
	seq          int8 // of the message that put it before people
	old, args    int8 // versions of the state and of the arguments that are shown
	overdue      bool
	ran          int8 // the arguments that the call was started with
	okOld, okArg int8 // what a decision approved
	lawful       bool // ghost: the law holds of the decision
}

// mcWords is a message on its way to its turn.
type mcWords struct {
	who, text int8
	seq, seen int8
	changed   bool
}

// mcCase is what a ruling depends on.
type mcCase struct {
	words          mcWords
	plan, approval bool
	first, second  int8 // seqs
}

// mcState is the conversation. It is comparable, so that no state is walked twice.
type mcState struct {
	seq, shown int8
	world      [2]int8 // version of what stands outside
	args       [2]int8 // version of what the arguments resolve to
	sub        [2]mcSubject
	mail       [2]mcWords
	waiting    int8
	demoted    bool
	left       [7]int8 // how much of what may still happen
}

// The bounded happenings.
const (
	mcSay int8 = iota
	mcClick
	mcMove
	mcRewrite
	mcPropose
	mcDemote
	mcChange
)

// mcGuards is what the code holds against breaking the law. Taking out any one must be noticed.
type mcGuards struct {
	rule    func(assistant.Situation, assistant.Message) ruling
	may     func(assistant.Person, assistant.Settings, assistant.PersonID) bool
	consent func(assistant.Task, json.RawMessage, assistant.Preview) (assistant.Consent, error)
	expiry  bool // storage: what is overdue is open for nobody
	write   bool // the tool: it writes only over the state that was approved
	stands  bool // the surface: buttons are where the card is
}

// mcWorld is one bounded conversation and the code's guards.
type mcWorld struct {
	guards   mcGuards
	pulls    bool // nobody delivers: people see the log as it grows
	settings assistant.Settings
	askedBy  [2]int8
	rulings  map[mcCase]ruling
	seen     map[mcState]bool
	broken   string
	executed int
}

func mcTexts() []string { return []string{"yes", "yes, the plan", "yes, delete Prices"} }

func mcPeople(who int8, s mcState) assistant.Person {
	switch who {
	case mcAnna:
		return assistant.Person{ID: "anna", Role: assistant.RoleMember}
	case mcBen:
		if s.demoted {
			return assistant.Person{ID: "ben", Role: assistant.RoleMember}
		}
		return assistant.Person{ID: "ben", Role: assistant.RoleApprover}
	default:
		return assistant.Person{ID: "gus", Role: assistant.RoleGuest}
	}
}

func (w *mcWorld) requester(i int) assistant.PersonID { return mcPeople(w.askedBy[i], mcState{}).ID }

// mayLaw is the ghost's own word on who may decide.
func (w *mcWorld) mayLaw(who int8, i int, s mcState) bool {
	return who == mcAnna && w.askedBy[i] == mcAnna && w.settings.MembersApprove || who == mcBen && !s.demoted
}

func (w *mcWorld) walk(s mcState, path []string) {
	if w.broken != "" || w.seen[s] {
		return
	}
	w.seen[s] = true
	step := func(next mcState, format string, a ...any) {
		if w.seen[next] {
			return
		}
		w.walk(next, append(slices.Clip(path), fmt.Sprintf(format, a...)))
	}
	w.happenings(s, step)
	for i := range s.sub {
		w.work(s, i, path, step)
	}
}

// happenings are what people, couriers and the world outside do.
func (w *mcWorld) happenings(s mcState, step func(mcState, string, ...any)) {
	if s.shown < s.seq {
		next := s
		next.shown = s.seq
		step(next, "deliver up to %d", s.seq)
	}
	spend := func(what int8) (mcState, bool) {
		next := s
		next.left[what]--
		return next, s.left[what] > 0
	}
	for text := range mcTexts() {
		for who := mcAnna; who <= mcGus; who++ {
			if next, ok := spend(mcSay); ok && s.waiting < 2 {
				next.seq++
				seen := s.shown
				if w.pulls {
					seen = s.seq
				}
				next.mail[next.waiting] = mcWords{who: who, text: int8(text), seq: next.seq, seen: seen}
				next.waiting++
				step(next, "%s says %q", mcPeople(who, s).ID, mcTexts()[text])
			}
		}
	}
	if next, ok := spend(mcDemote); ok {
		next.demoted = true
		step(next, "ben is an approver no more")
	}
	if next, ok := spend(mcChange); ok && s.waiting > 0 {
		next.mail[0].changed = true
		step(next, "the first words are changed")
	}
	if s.waiting > 0 {
		next, what := w.handle(s)
		step(next, "%s", what)
	}
	for i, o := range s.sub {
		if next, ok := spend(mcPropose); ok && o.stage == mcNone {
			w.ask(&next, i)
			step(next, "propose %d", i)
		}
		if next, ok := spend(mcMove); ok {
			next.world[i]++
			step(next, "the state of %d moves", i)
		}
		if next, ok := spend(mcRewrite); ok {
			next.args[i]++
			step(next, "the arguments of %d resolve differently", i)
		}
		if o.stage == mcPending && !o.overdue {
			next := s
			next.sub[i].overdue = true
			step(next, "%d is overdue", i)
		}
		for who := mcAnna; who <= mcGus; who++ {
			if next, ok := spend(mcClick); ok && o.stage == mcPending && (w.stood(s, o) || !w.guards.stands) {
				w.click(&next, who, i)
				step(next, "%s clicks %d", mcPeople(who, s).ID, i)
			}
		}
	}
}

// stood tells whether the subject's card is where people decide.
func (w *mcWorld) stood(s mcState, o mcSubject) bool { return w.pulls || o.seq <= s.shown }

// ask puts the subject before people as it stands now.
func (w *mcWorld) ask(s *mcState, i int) {
	s.seq++
	s.sub[i] = mcSubject{stage: mcPending, seq: s.seq, old: s.world[i], args: s.args[i]}
}

// click is the inbox's way: who clicks has the card, and the row decides.
func (w *mcWorld) click(s *mcState, who int8, i int) {
	o := &s.sub[i]
	if o.overdue && w.guards.expiry || !w.guards.may(mcPeople(who, *s), w.settings, w.requester(i)) {
		return
	}
	s.seq++
	w.decide(o, w.mayLaw(who, i, *s) && !o.overdue && w.stood(*s, *o))
}

func (w *mcWorld) decide(o *mcSubject, lawful bool) {
	o.stage, o.okOld, o.okArg, o.lawful = mcApproved, o.old, o.args, lawful
}

// handle is the turn of the oldest words.
func (w *mcWorld) handle(s mcState) (mcState, string) {
	m := s.mail[0]
	next := s
	next.mail[0], next.mail[1] = s.mail[1], mcWords{}
	next.waiting--
	r := w.ruling(s, m)
	if r.ruled != ruledDecided {
		return next, fmt.Sprintf("the words of %s are %s", mcPeople(m.who, s).ID, r.ruled)
	}
	i := 0
	if r.subject.Kind == assistant.SubjectApproval {
		i = 1
	}
	if !w.guards.may(mcPeople(m.who, s), w.settings, w.requester(i)) {
		return next, fmt.Sprintf("%s may not", mcPeople(m.who, s).ID)
	}
	o := &next.sub[i]
	other := s.sub[1-i]
	named := int(m.text) == i+1
	alone := other.stage != mcPending || other.overdue || other.seq >= m.seq || !w.pulls && other.seq > m.seen
	w.decide(o, w.mayLaw(m.who, i, s) && !o.overdue && !m.changed && o.seq < m.seq && (w.pulls || o.seq <= m.seen) &&
		(named || i == 0 && alone))
	return next, fmt.Sprintf("the words of %s approve %d", mcPeople(m.who, s).ID, i)
}

// ruling is what the code makes of the words.
func (w *mcWorld) ruling(s mcState, m mcWords) ruling {
	words := assistant.Message{Seq: int64(m.seq), Content: mcTexts()[m.text]}
	sit := assistant.Situation{Revised: m.changed, Seen: int64(m.seen)}
	open := func(o mcSubject) bool { return o.stage == mcPending && (!o.overdue || !w.guards.expiry) }
	if o := s.sub[0]; open(o) {
		sit.Plan = &assistant.Plan{Title: "Create Services", Seq: int64(o.seq)}
	}
	if o := s.sub[1]; open(o) {
		sit.Approvals = []assistant.ApprovalRecord{{Seq: int64(o.seq), Approval: assistant.Approval{Title: "Delete the page Prices", Irreversible: true}}}
	}
	key := mcCase{m, sit.Plan != nil, sit.Approvals != nil, s.sub[0].seq, s.sub[1].seq}
	r, ok := w.rulings[key]
	if !ok {
		r = w.guards.rule(sit, words)
		w.rulings[key] = r
	}
	return r
}

// work is the gate and the tool.
func (w *mcWorld) work(s mcState, i int, path []string, step func(mcState, string, ...any)) {
	o := s.sub[i]
	again := func(next mcState) {
		if next.left[mcPropose]--; next.left[mcPropose] >= 0 {
			w.ask(&next, i)
			step(next, "%d has moved and is asked again", i)
		}
	}
	switch o.stage {
	case mcApproved:
		task := assistant.Task{Type: "write", Effect: assistant.EffectReversible, ApprovedHash: mcHash(i, o.okOld, o.okArg), Parameters: mcArguments(o.okArg)}
		if consent, err := w.guards.consent(task, mcArguments(s.args[i]), mcPreview(i, s.world[i], s.args[i])); err != nil || consent != assistant.ConsentNone {
			again(s)
			return
		}
		next := s
		next.sub[i].stage, next.sub[i].ran = mcStarted, s.args[i]
		step(next, "%d starts", i)
	case mcStarted:
		if w.guards.write && s.world[i] != o.okOld {
			again(s)
			return
		}
		w.executed++
		if !o.lawful || s.world[i] != o.okOld || o.ran != o.okArg {
			w.broken = strings.Join(append(path, fmt.Sprintf("%d takes effect outside the law: %+v", i, o)), "\n  ")
			return
		}
		next := s
		next.sub[i].stage = mcDone
		step(next, "%d is done", i)
	}
}

func mcArguments(args int8) []byte { return fmt.Appendf(nil, `{"text":"version %d"}`, args) }

func mcPreview(i int, old, args int8) assistant.Preview {
	return assistant.Preview{State: fmt.Sprint("state ", i, " ", old), Wanted: fmt.Sprint("wanted ", args)}
}

func mcHash(i int, old, args int8) string {
	h, err := assistant.ConsentHash("write", mcArguments(args), mcPreview(i, old, args))
	if err != nil {
		panic(err)
	}
	return h
}

// mcWorlds are the bounded conversations: who asked for what, whether a courier stands between the log and people, whether
// members may approve what they asked for.
func mcWorlds(g mcGuards) []*mcWorld {
	var out []*mcWorld
	for _, askedBy := range [][2]int8{{mcAnna, mcAnna}, {mcGus, mcAnna}} {
		for _, pulls := range []bool{false, true} {
			for _, members := range []bool{true, false} {
				out = append(out, &mcWorld{
					guards: g, pulls: pulls, askedBy: askedBy, settings: assistant.Settings{MembersApprove: members},
					rulings: map[mcCase]ruling{}, seen: map[mcState]bool{},
				})
			}
		}
	}
	return out
}

// mcStart is a conversation in which so much may still happen.
func mcStart(left [7]int8) mcState { return mcState{left: left} }

func mcReal() mcGuards {
	return mcGuards{rule: rule, may: assistant.MayDecide, consent: assistant.NeedsConsent, expiry: true, write: true, stands: true}
}

// mcBounds are walked one after the other: what may happen, and how often.
func mcBounds() map[string][7]int8 {
	return map[string][7]int8{
		"words and words":   {mcSay: 2, mcPropose: 2, mcDemote: 1, mcChange: 1},
		"words and moves":   {mcSay: 1, mcPropose: 3, mcMove: 1, mcRewrite: 1},
		"words and clicks":  {mcSay: 1, mcClick: 1, mcPropose: 2, mcDemote: 1},
		"clicks and moves":  {mcClick: 2, mcPropose: 3, mcMove: 1, mcRewrite: 1, mcDemote: 1},
		"one of everything": {mcSay: 1, mcClick: 1, mcPropose: 2, mcMove: 1, mcDemote: 1},
	}
}

func mcCheck(g mcGuards) (states, effects int, broken string) {
	for name, bounds := range mcBounds() {
		for _, w := range mcWorlds(g) {
			w.walk(mcStart(bounds), nil)
			states += len(w.seen)
			effects += w.executed
			if w.broken != "" {
				return states, effects, name + ":\n  " + w.broken
			}
		}
	}
	return states, effects, ""
}

func TestNoInterleavingTakesEffectWithoutConsent(t *testing.T) {
	states, effects, broken := mcCheck(mcReal())
	if broken != "" {
		t.Fatal(broken)
	}
	if states < 100_000 || effects < 1000 {
		t.Errorf("only %d states with %d effects were walked", states, effects)
	}
	t.Logf("%d states, %d effects, none outside the law", states, effects)
}

func TestEveryGuardOfConsentIsNeeded(t *testing.T) {
	as := func(change func(sit *assistant.Situation, words *assistant.Message)) func(*mcGuards) {
		return func(g *mcGuards) {
			g.rule = func(sit assistant.Situation, words assistant.Message) ruling {
				change(&sit, &words)
				return rule(sit, words)
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
				r := rule(sit, words)
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
				return assistant.NeedsConsent(t, approved, now)
			}
		},
		"the write compares nothing":  func(g *mcGuards) { g.write = false },
		"what is overdue is open":     func(g *mcGuards) { g.expiry = false },
		"buttons stand without cards": func(g *mcGuards) { g.stands = false },
	} {
		t.Run(name, func(t *testing.T) {
			g := mcReal()
			out(&g)
			_, _, broken := mcCheck(g)
			if broken == "" {
				t.Error("nobody notices")
			}
			t.Log(broken)
		})
	}
}
