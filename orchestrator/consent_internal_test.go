package orchestrator

import (
	"encoding/json"
	"fmt"
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
// new state, after it stood in the place where they decided. A plan may be of words that are still to be written: then
// whoever decides either sees them before they go live, or has wished, by the button for it, that they are not shown. That
// wish is lawful only where nothing in the plan is for good, and only over the state that the plan showed. A plan that says
// it changes nothing starts with nobody's decision: if it changes something all the same, that still needs one.
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
	open         bool // its words are still to be written: nobody is shown the arguments
	overdue      bool
	ran, over    int8 // the arguments that the call was started with, and the state that the gate found
	okOld, okArg int8 // what a decision approved
	unseen       bool // what a decision approved is to go live without being shown
	alone        bool // it started by itself: nobody has decided on anything
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
	plan, finished bool // how the first stands open: as the plan, as its finished words
	approval       bool
	first, second  int8 // seqs
}

// mcGate is what the gate's answer depends on.
type mcGate struct {
	subject, old, args int8 // as they are at the gate
	task               mcApproval
}

// mcApproval is what a task was approved as.
type mcApproval struct {
	writes, open, unseen bool
	nothing              bool // nobody was asked, since the plan says that it changes nothing
	okOld, okArg         int8
}

// mcEvent is a step of a walk. It becomes words only where the walk has broken the law.
type mcEvent struct {
	what           string
	who, on, words int8
}

func (e mcEvent) String() string {
	if !strings.Contains(e.what, "%") {
		return e.what
	}
	if e.who < 0 {
		return fmt.Sprintf(e.what, e.on)
	}
	return fmt.Sprintf(e.what, mcPeople(e.who, mcState{}).ID, e.on, mcTexts()[e.words])
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
	unseen  func(assistant.Plan) bool // the inbox and the run's making: the plan may be published unseen
	alone   func(assistant.Plan) bool // planning: the plan starts by itself
	tool    bool                      // the gate: whether there is an effect is the tool's to say, not the plan's
	words   bool                      // the supervisor: words never mean that
	expiry  bool                      // storage: what is overdue is open for nobody
	write   bool                      // the tool: it writes only over the state that the gate found
	stands  bool                      // the surface: buttons are where the card is
}

// mcWorld is one bounded conversation and the code's guards.
type mcWorld struct {
	guards   mcGuards
	pulls    bool // nobody delivers: people see the log as it grows
	settings assistant.Settings
	askedBy  [2]int8
	writes   bool // the plan's words are written on the way
	forGood  bool // another step of the plan cannot be undone
	nothing  bool // the plan says that it changes nothing, and does
	memory   *mcMemory
	trail    []mcEvent
	seen     map[mcState]struct{}
	broken   string
	executed int
	unseen   int // of them, by wish
	alone    int // plans that started by themselves
}

// mcMemory keeps what the code has answered: it answers the same in every world, and the worlds ask the same again and
// again. It lives for one set of guards.
type mcMemory struct {
	rulings  map[mcCase]ruling
	consents map[mcGate]bool
}

const mcTextCount int8 = 3

func mcTexts() [mcTextCount]string { return [...]string{"yes", "yes, the plan", "yes, delete Prices"} }

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

func (w *mcWorld) requester(i int8) assistant.PersonID { return mcPeople(w.askedBy[i], mcState{}).ID }

// mayLaw is the ghost's own word on who may decide.
func (w *mcWorld) mayLaw(who, i int8, s mcState) bool {
	return who == mcAnna && w.askedBy[i] == mcAnna && w.settings.MembersApprove || who == mcBen && !s.demoted
}

func (w *mcWorld) walk(s mcState, e mcEvent) {
	if w.broken != "" {
		return
	}
	if _, seen := w.seen[s]; seen {
		return
	}
	w.seen[s] = struct{}{}
	w.trail = append(w.trail, e)
	w.happenings(s)
	for i := range int8(2) {
		w.work(s, i)
	}
	w.trail = w.trail[:len(w.trail)-1]
}

// fails ends the walk with the way that led here.
func (w *mcWorld) fails(how string) {
	var b strings.Builder
	for _, e := range w.trail[1:] {
		b.WriteString(e.String() + "\n  ")
	}
	w.broken = b.String() + how
}

// happenings are what people, couriers and the world outside do.
func (w *mcWorld) happenings(s mcState) {
	if s.shown < s.seq {
		next := s
		next.shown = s.seq
		w.walk(next, mcEvent{"deliver up to %d", -1, s.seq, 0})
	}
	if s.left[mcSay] > 0 && s.waiting < 2 {
		w.words(s)
	}
	if next, ok := s.spend(mcDemote); ok {
		next.demoted = true
		w.walk(next, mcEvent{"ben is an approver no more", -1, 0, 0})
	}
	if next, ok := s.spend(mcChange); ok && s.waiting > 0 {
		next.mail[0].changed = true
		w.walk(next, mcEvent{"the first words are changed", -1, 0, 0})
	}
	if s.waiting > 0 {
		w.walk(w.handle(s))
	}
	for i := range int8(2) {
		w.moves(s, i)
		w.clicks(s, i)
	}
}

// spend lets something happen once, where it still may.
func (s mcState) spend(what int8) (next mcState, ok bool) {
	ok = s.left[what] > 0
	s.left[what]--
	return s, ok
}

// words are what somebody may say now.
func (w *mcWorld) words(s mcState) {
	for text := range mcTextCount {
		for who := mcAnna; who <= mcGus; who++ {
			next, _ := s.spend(mcSay)
			next.seq++
			seen := s.shown
			if w.pulls {
				seen = s.seq
			}
			next.mail[next.waiting] = mcWords{who: who, text: text, seq: next.seq, seen: seen}
			next.waiting++
			w.walk(next, mcEvent{"%[1]s says %[3]q", who, s.waiting, text})
		}
	}
}

// moves are what may become of a subject by itself.
func (w *mcWorld) moves(s mcState, i int8) {
	o := s.sub[i]
	if next, ok := s.spend(mcPropose); ok && o.stage == mcNone {
		w.ask(&next, i)
		next.sub[i].open = i == 0 && w.writes
		if i == 0 && w.guards.alone(w.plan(next.sub[0])) {
			w.decide(&next.sub[0], false, false)
			next.sub[0].alone = true
			w.alone++
		}
		w.walk(next, mcEvent{"propose %d", -1, i, 0})
	}
	if next, ok := s.spend(mcMove); ok {
		next.world[i]++
		w.walk(next, mcEvent{"the state of %d moves", -1, i, 0})
	}
	if next, ok := s.spend(mcRewrite); ok {
		next.args[i]++
		w.walk(next, mcEvent{"the arguments of %d resolve differently", -1, i, 0})
	}
	if o.stage == mcPending && !o.overdue {
		next := s
		next.sub[i].overdue = true
		w.walk(next, mcEvent{"%d is overdue", -1, i, 0})
	}
}

// clicks are the buttons on a subject's card.
func (w *mcWorld) clicks(s mcState, i int8) {
	o := s.sub[i]
	if s.left[mcClick] <= 0 || o.stage != mcPending || !w.stood(s, o) && w.guards.stands {
		return
	}
	for who := mcAnna; who <= mcGus; who++ {
		next, _ := s.spend(mcClick)
		w.click(&next, who, i, false)
		w.walk(next, mcEvent{"%[1]s clicks %[2]d", who, i, 0})
		if o.open {
			next, _ = s.spend(mcClick)
			w.click(&next, who, i, true)
			w.walk(next, mcEvent{"%[1]s wants %[2]d published unseen", who, i, 0})
		}
	}
}

// stood tells whether the subject's card is where people decide.
func (w *mcWorld) stood(s mcState, o mcSubject) bool { return w.pulls || o.seq <= s.shown }

// ask puts the subject before people as it stands now.
func (w *mcWorld) ask(s *mcState, i int8) {
	s.seq++
	s.sub[i] = mcSubject{stage: mcPending, seq: s.seq, old: s.world[i], args: s.args[i]}
}

// plan is the first subject as a plan.
func (w *mcWorld) plan(o mcSubject) assistant.Plan {
	p := assistant.Plan{Title: "Create Services", Seq: int64(o.seq), Steps: []assistant.Step{{Effect: assistant.EffectReversible, Parameters: mcArguments(o.args)}}}
	if w.writes {
		p.Steps[0].Parameters = mcToBeWritten()
	}
	if w.nothing {
		p.Steps[0].Effect = assistant.EffectNone
	}
	if w.forGood {
		p.Steps = append(p.Steps, assistant.Step{Effect: assistant.EffectIrreversible})
	}
	return p
}

// click is the inbox's way: who clicks has the card, and the row decides.
func (w *mcWorld) click(s *mcState, who int8, i int8, unseen bool) {
	o := &s.sub[i]
	if o.overdue && w.guards.expiry || !w.guards.may(mcPeople(who, *s), w.settings, w.requester(i)) || unseen && !w.guards.unseen(w.plan(*o)) {
		return
	}
	s.seq++
	w.decide(o, unseen, w.mayLaw(who, i, *s) && !o.overdue && w.stood(*s, *o) && (!unseen || !w.forGood))
}

func (w *mcWorld) decide(o *mcSubject, unseen, lawful bool) {
	o.stage, o.okOld, o.okArg, o.unseen, o.lawful = mcApproved, o.old, o.args, unseen, lawful
}

// handle is the turn of the oldest words.
func (w *mcWorld) handle(s mcState) (mcState, mcEvent) {
	m := s.mail[0]
	next := s
	next.mail[0], next.mail[1] = s.mail[1], mcWords{}
	next.waiting--
	r, i := w.ruling(s, m)
	if r.ruled != ruledDecided {
		return next, mcEvent{"the words of %[1]s decide nothing: %[3]q", m.who, 0, m.text}
	}
	if !w.guards.may(mcPeople(m.who, s), w.settings, w.requester(i)) {
		return next, mcEvent{"%s may not decide %d by %q", m.who, i, m.text}
	}
	o := &next.sub[i]
	other := s.sub[1-i]
	named := m.text == i+1
	alone := other.stage != mcPending || other.overdue || other.seq >= m.seq || !w.pulls && other.seq > m.seen
	unseen := o.open && !w.guards.words
	w.decide(o, unseen, w.mayLaw(m.who, i, s) && !o.overdue && !m.changed && o.seq < m.seq && (w.pulls || o.seq <= m.seen) &&
		(named || i == 0 && alone) && !unseen)
	return next, mcEvent{"the words of %s approve %d: %q", m.who, i, m.text}
}

// ruling is what the code makes of the words, and of which subject.
func (w *mcWorld) ruling(s mcState, m mcWords) (ruling, int8) {
	isOpen := func(o mcSubject) bool { return o.stage == mcPending && (!o.overdue || !w.guards.expiry) }
	first, second := isOpen(s.sub[0]), isOpen(s.sub[1])
	key := mcCase{words: m, plan: first && (!w.writes || s.sub[0].open), approval: second, first: s.sub[0].seq, second: s.sub[1].seq}
	key.finished = first && !key.plan
	r, ok := w.memory.rulings[key]
	if !ok {
		words := assistant.Message{Seq: int64(m.seq), Content: mcTexts()[m.text]}
		sit := assistant.Situation{Revised: m.changed, Seen: int64(m.seen)}
		if key.plan {
			p := w.plan(s.sub[0])
			sit.Plan = &p
		}
		if key.finished {
			sit.Approvals = append(sit.Approvals, assistant.ApprovalRecord{Seq: int64(key.first), Approval: assistant.Approval{ID: "first", Title: assistant.Say("Create Services")}})
		}
		if key.approval {
			sit.Approvals = append(sit.Approvals, assistant.ApprovalRecord{Seq: int64(key.second), Approval: assistant.Approval{ID: "second", Title: assistant.Say("Delete the page Prices"), Irreversible: true}})
		}
		r = w.guards.rule(sit, words)
		w.memory.rulings[key] = r
	}
	if r.ruled == ruledDecided && r.subject.Kind == assistant.SubjectApproval && r.stood.Approvals[r.subject.Approval].ID == "second" {
		return r, 1
	}
	return r, 0
}

// work is the gate and the tool.
func (w *mcWorld) work(s mcState, i int8) {
	o := s.sub[i]
	again := func(next mcState) {
		if next.left[mcPropose]--; next.left[mcPropose] >= 0 {
			w.ask(&next, i)
			w.walk(next, mcEvent{"%d is not what was approved, and is asked again", -1, i, 0})
		}
	}
	switch o.stage {
	case mcApproved:
		if !w.passes(mcGate{i, s.world[i], s.args[i], mcApproval{i == 0 && w.writes, o.open, o.unseen, o.alone && w.nothing, o.okOld, o.okArg}}) {
			again(s)
			return
		}
		next := s
		next.sub[i].stage, next.sub[i].ran, next.sub[i].over = mcStarted, s.args[i], s.world[i]
		w.walk(next, mcEvent{"%d starts", -1, i, 0})
	case mcStarted:
		if w.guards.write && s.world[i] != o.over {
			again(s)
			return
		}
		w.executed++
		if o.unseen {
			w.unseen++
		}
		if !o.lawful || s.world[i] != o.okOld || !o.unseen && (o.open || o.ran != o.okArg) {
			w.fails(fmt.Sprintf("%d takes effect outside the law: %+v", i, o))
			return
		}
		next := s
		next.sub[i].stage = mcDone
		w.walk(next, mcEvent{"%d is done", -1, i, 0})
	}
}

// passes tells whether the gate lets the task through.
func (w *mcWorld) passes(g mcGate) bool {
	passed, ok := w.memory.consents[g]
	if ok {
		return passed
	}
	i, t := g.subject, g.task
	task := assistant.Task{Type: "write", Effect: assistant.EffectReversible, ApprovedHash: mcHash(i, t.okOld, t.okArg), Parameters: mcArguments(t.okArg)}
	if t.writes {
		task.Parameters = mcToBeWritten()
	}
	switch {
	case t.open && t.unseen:
		task.ApprovedHash = mcUnseenHash(i, t.okOld)
	case t.open, t.nothing:
		task.ApprovedHash = "" // as a run is made
	}
	if t.nothing && !w.guards.tool {
		task.Effect = assistant.EffectNone
	}
	consent, err := w.guards.consent(task, mcArguments(g.args), mcPreview(i, g.old, g.args))
	passed = err == nil && consent == assistant.ConsentNone
	w.memory.consents[g] = passed
	return passed
}

// mcToBeWritten are arguments that hang on what an earlier step writes.
func mcToBeWritten() []byte { return []byte(`{"text":{"$from":"draft","field":"html"}}`) }

func mcUnseenHash(i, old int8) string {
	h, err := assistant.UnseenHash("write", mcToBeWritten(), mcPreview(i, old, 0))
	if err != nil {
		panic(err)
	}
	return h
}

func mcArguments(args int8) []byte { return fmt.Appendf(nil, `{"text":"version %d"}`, args) }

func mcPreview(i, old, args int8) assistant.Preview {
	return assistant.Preview{State: fmt.Sprint("state ", i, " ", old), Wanted: fmt.Sprint("wanted ", args)}
}

func mcHash(i, old, args int8) string {
	h, err := assistant.ConsentHash("write", mcArguments(args), mcPreview(i, old, args))
	if err != nil {
		panic(err)
	}
	return h
}

// mcBounds is how much may happen in a walk, and of what.
type mcBounds struct {
	name   string
	left   [7]int8
	writes bool // the plan's words are written on the way
	lies   bool // the plan says that it changes nothing, and does
}

// mcWalks go one after the other, the shortest first, so that a guard that is missing is noticed soon.
func mcWalks() []mcBounds {
	return []mcBounds{
		{"words alone", [7]int8{mcSay: 1, mcPropose: 2, mcDemote: 1, mcChange: 1}, false, false},
		{"to be written, alone", [7]int8{mcSay: 1, mcClick: 1, mcPropose: 1, mcMove: 1}, true, false},
		{"clicks alone", [7]int8{mcClick: 1, mcPropose: 2, mcMove: 1, mcRewrite: 1}, false, false},
		{"said to change nothing", [7]int8{mcSay: 1, mcClick: 1, mcPropose: 3, mcMove: 1}, false, true},
		{"words and clicks", [7]int8{mcSay: 1, mcClick: 1, mcPropose: 2, mcDemote: 1}, false, false},
		{"words and moves", [7]int8{mcSay: 1, mcPropose: 3, mcMove: 1, mcRewrite: 1}, false, false},
		{"clicks and moves", [7]int8{mcClick: 2, mcPropose: 3, mcMove: 1, mcRewrite: 1, mcDemote: 1}, false, false},
		{"to be written, and clicks", [7]int8{mcClick: 2, mcPropose: 3, mcMove: 1, mcRewrite: 1}, true, false},
		{"to be written, and words", [7]int8{mcSay: 1, mcClick: 1, mcPropose: 2, mcRewrite: 1}, true, false},
		{"one of everything", [7]int8{mcSay: 1, mcClick: 1, mcPropose: 2, mcMove: 1, mcDemote: 1}, false, false},
		{"words and words", [7]int8{mcSay: 2, mcPropose: 2, mcDemote: 1, mcChange: 1}, false, false},
	}
}

// worlds are the conversations of these bounds: who asked for what, whether a courier stands between the log and people,
// whether members may approve what they asked for, whether a plan that is written on the way has something in it for good.
func (b mcBounds) worlds(g mcGuards, m *mcMemory) []*mcWorld {
	var out []*mcWorld
	for _, askedBy := range [][2]int8{{mcAnna, mcAnna}, {mcGus, mcAnna}} {
		for _, pulls := range []bool{false, true} {
			for _, members := range []bool{true, false} {
				for _, forGood := range []bool{false, true} {
					if forGood && !b.writes {
						continue
					}
					out = append(out, &mcWorld{
						guards: g, pulls: pulls, askedBy: askedBy, settings: assistant.Settings{MembersApprove: members},
						writes: b.writes, forGood: forGood, nothing: b.lies, memory: m, seen: map[mcState]struct{}{},
					})
				}
			}
		}
	}
	return out
}

// needsConsent is what a task must ask of a tool that is compiled in.
func needsConsent(t assistant.Task, arguments json.RawMessage, now assistant.Preview) (assistant.Consent, error) {
	return assistant.NeedsConsent(t, "", arguments, now)
}

func mcReal() mcGuards {
	return mcGuards{
		rule: plainRule, may: assistant.MayDecide, consent: needsConsent, unseen: assistant.Plan.MayGoUnseen,
		alone: assistant.Plan.MayStartAtOnce, tool: true, words: true, expiry: true, write: true, stands: true,
	}
}

// mcResult is what the walks have seen.
type mcResult struct {
	states, effects, unseen, alone int
	broken                         string
}

func mcCheck(g mcGuards) (out mcResult) {
	memory := &mcMemory{rulings: map[mcCase]ruling{}, consents: map[mcGate]bool{}}
	for _, bounds := range mcWalks() {
		for _, w := range bounds.worlds(g, memory) {
			w.walk(mcState{left: bounds.left}, mcEvent{})
			out.states += len(w.seen)
			out.effects += w.executed
			out.unseen += w.unseen
			out.alone += w.alone
			if w.broken != "" {
				out.broken = bounds.name + ":\n  " + w.broken
				return out
			}
		}
	}
	return out
}

func TestNoInterleavingTakesEffectWithoutConsent(t *testing.T) {
	got := mcCheck(mcReal())
	if got.broken != "" {
		t.Fatal(got.broken)
	}
	if got.states < 3_000_000 || got.effects < 100_000 || got.unseen < 1000 || got.alone < 100 {
		t.Errorf("only %d states with %d effects, %d of them unseen, and %d plans that start by themselves were walked", got.states, got.effects, got.unseen, got.alone)
	}
	t.Logf("%d states, %d effects (%d unseen, as was wished), %d plans that started by themselves: none outside the law", got.states, got.effects, got.unseen, got.alone)
}
