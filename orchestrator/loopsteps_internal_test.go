package orchestrator

import "github.com/aisteam/aisteam/assistant"

// people are what people may do now.
func (w *lpWorld) people(s lpState) {
	if s.left[lpClick] > 0 {
		for i := range w.n {
			w.clicks(s, i)
		}
		w.clicksAll(s)
	}
	if next, ok := s.spend(lpWord); ok && s.word == lpUnsaid {
		for _, who := range w.speakers() {
			next.word, next.speaker = lpMail, who
			w.walk(next, "%v says more", lpWho(who))
		}
	}
	if next, ok := s.spend(lpStop); ok && !s.stopMail && s.session != lpAnswered && s.session != lpHalted {
		next.stopMail = true
		w.walk(next, "somebody says stop")
	}
	if next, ok := s.spend(lpGoOn); ok && s.session == lpHalted && s.run == 2 {
		for _, who := range w.speakers() {
			w.goesOn(next, who)
		}
	}
	if s.session == lpAsks {
		for _, who := range w.speakers() {
			next := s
			next.session, next.spoken = lpTold, s.spoken|1<<who
			w.walk(next, "%v answers what the agent asks", lpWho(who))
		}
	}
}

// speakers are who says something in a walk: whoever asked, and where it is about whose words they are, a member, an approver and an
// admin besides. A guest's words have no way into a session.
func (w *lpWorld) speakers() []int8 {
	if !w.several {
		return []int8{w.askedBy}
	}
	return []int8{lpAnna, lpBen, lpCora, lpDan}
}

// lpTry is one way to decide.
type lpTry struct {
	verdict assistant.Verdict
	stale   bool // on the card as it stood before it was asked again
	args    int8 // other arguments; 2 lacks something
	always  bool
	note    bool
}

func lpTries() []lpTry {
	yes, no := assistant.VerdictApproved, assistant.VerdictRejected
	return []lpTry{{verdict: yes}, {verdict: yes, stale: true}, {verdict: yes, args: 1}, {verdict: yes, args: 2}, {verdict: yes, always: true}, {verdict: no}, {verdict: no, note: true}}
}

// clicks are what people may do on the card of one action.
func (w *lpWorld) clicks(s lpState, i int8) {
	a := s.acts[i]
	if a.stage == lpNone || a.stage == lpFree || !a.stood && w.guards.cards {
		return
	}
	for _, try := range lpTries() {
		if try.stale && !a.again {
			continue
		}
		for who := range lpPeople {
			next, _ := s.spend(lpClick)
			w.decides(&next, who, i, try)
			w.walk(next, "%v decides on %d: %+v", lpWho(who), i, try)
		}
	}
}

// decides is one decision on one action, as the inbox takes it.
func (w *lpWorld) decides(s *lpState, who, i int8, try lpTry) {
	before := *s
	a := &s.acts[i]
	age := a.age
	r := w.ruling(lpRulingCase{
		who: who, rule: a.rule, yes: a.yes, stage: a.stage, age: age, demoted: s.demoted, left: s.left_, try: try, forGood: w.forGood,
		members: w.members, askedBy: w.askedBy, again: a.again, named: s.named, lapsed: s.lapsed,
	})
	if r.none {
		return
	}
	if r.of >= 0 && !before.hasNamed(r.of, who) {
		w.fails("%v decides on %d for %v, who has not named them", lpNames()[who], i, lpNames()[r.of])
	}
	lawful := a.stage == lpAsked && age < 2 && a.stood && !try.stale && (try.args == 0 || lpNeeded(a.rule) == 1)
	if r.refuses {
		a.stage, a.note = lpRefused, try.note
		if try.note && w.several {
			a.by = who
		}
		a.no = true
		if !lawful || !w.mayRefuseLaw(before, who, a.rule, age) {
			w.fails("the no of %v to %d counts", lpNames()[who], i)
		}
		return
	}
	if !lawful {
		w.fails("%v decides on %d, which is not before them: %+v", lpNames()[who], i, a)
	}
	was := before.was(who, age)
	if r.of >= 0 {
		was = before.wasFor(r.of, age)
	}
	a.yes[who] |= was
	if r.backs {
		return
	}
	if !w.enoughLaw(*a, a.rule) {
		w.fails("%d counts as approved without those who decide on it: %+v", i, a)
	}
	a.stage, a.okOld, a.okArg, a.changed = lpApproved, a.shown, a.args, try.args > 0
	if try.args > 0 {
		a.args, a.okArg = try.args, try.args
	}
	if r.always && who == lpBen {
		s.used = 0
	}
	if r.always && (w.forGood || lpNeeded(a.rule) > 1 || r.of >= 0) {
		w.fails("%d is approved for good", i)
	}
}

// clicksAll decide all that is open on the card of the step.
func (w *lpWorld) clicksAll(s lpState) {
	for who := range lpPeople {
		var open []assistant.Approval
		var at []int8
		for i := range w.n {
			if a := s.acts[i]; a.stage == lpAsked && a.stood && !a.again {
				open, at = append(open, assistant.Approval{ID: lpApprovals()[i], Hash: "shown", Irreversible: w.forGood}), append(at, i)
			}
		}
		if len(open) < 2 {
			return
		}
		if w.n > int8(len(open)) && w.guards.together(open, assistant.ApprovalDecided{Verdict: assistant.VerdictApproved, Hash: "of more"}) == "" {
			w.fails("all of a card is approved, and it is not what was shown")
		}
		all := assistant.ApprovalDecided{Card: "run", Verdict: assistant.VerdictApproved, Hash: assistant.TogetherHash(open)}
		if w.guards.together(open, all) != "" {
			continue
		}
		if w.forGood {
			w.fails("what cannot be undone is approved among others")
		}
		next, _ := s.spend(lpClick)
		for _, i := range at {
			w.decides(&next, who, i, lpTry{verdict: assistant.VerdictApproved})
		}
		w.walk(next, "%v approves all of the card", lpWho(who))
	}
}

// outside is what happens by itself.
func (w *lpWorld) outside(s lpState) {
	if next, ok := s.spend(lpRule); ok {
		for rule := range lpRules {
			if rule != s.rule {
				next.rule = rule
				w.walk(next, "the rule is %d now", rule)
			}
		}
	}
	if next, ok := s.spend(lpLose); ok && !s.demoted {
		next.demoted = true
		w.walk(next, "ben is an approver no more")
	}
	if next, ok := s.spend(lpLose); ok && !s.left_ {
		next.left_ = true
		w.walk(next, "cora leaves the group")
	}
	if next, ok := s.spend(lpName); ok {
		w.names(next)
	}
	if next, ok := s.spend(lpForbid); ok && !s.forbidden {
		next.forbidden = true
		w.walk(next, "the project does not allow it any more")
	}
	if next, ok := s.spend(lpTime); ok && s.asks() {
		for i := range next.acts {
			if a := &next.acts[i]; a.stage == lpAsked && a.age < 2 {
				a.age++
			}
		}
		w.walk(next, "time passes")
	}
	for i := range w.n {
		a := s.acts[i]
		if next, ok := s.spend(lpMove); ok && a.stage != lpNone && a.stage < lpDone && a.world < 2 {
			next.acts[i].world++
			w.walk(next, "the state of %d moves", i)
		}
		if a.stage == lpAsked && !a.stood {
			next := s
			next.acts[i].stood = true
			w.walk(next, "the card of %d is shown", i)
		}
		if a.stage == lpAsked && a.age == 2 {
			next := s
			next.acts[i].stage = lpExpired
			w.walk(next, "%d expires", i)
		}
		if next, ok := s.spend(lpCrash); ok && a.stage == lpStarted {
			next.acts[i].stage = lpLost
			w.walk(next, "the holder of %d dies before it writes", i)
			if a.world == a.over || !w.guards.write {
				w.effect(&next, i)
				next.acts[i].wrote = true
				w.walk(next, "the holder of %d dies after it wrote", i)
			}
		}
	}
}

// names lets people name who decides for them, or lets that be over.
func (w *lpWorld) names(s lpState) {
	if s.named != 0 && !s.lapsed {
		s.lapsed = true
		w.walk(s, "who was named decides for nobody any more")
		return
	}
	for i := range lpNamings() {
		if i != 0 && s.named == 0 {
			s.named = int8(i)
			w.walk(s, "%d names another", i)
			s.named = 0
		}
	}
}

func (s lpState) asks() bool {
	for _, a := range s.acts {
		if a.stage == lpAsked {
			return true
		}
	}
	return false
}

// work is what the workers do.
func (w *lpWorld) work(s lpState) {
	for i := range w.n {
		switch s.acts[i].stage {
		case lpFree, lpApproved:
			w.gate(s, i)
		case lpStarted:
			w.write(s, i)
		case lpLost:
			w.recovers(s, i)
		}
	}
	if s.stopMail {
		w.stops(s)
		return
	}
	switch {
	case s.session == lpAsks && s.word == lpMail:
		next := s
		next.session, next.word, next.heard, next.spoken = lpTold, lpOver, s.heard+1, s.spoken|1<<s.speaker
		w.hears(next)
		w.walk(next, "what was said is the answer")
	case s.session == lpWaits && s.word == lpMail:
		next := s
		next.word, next.heard = lpOver, s.heard+1
		w.hears(next)
		w.walk(next, "what was said more has a turn of its own")
	case (s.session == lpAnswered || s.session == lpHalted) && s.word == lpMail:
		next := s
		next.word, next.heard = lpOver, s.heard+1
		w.hears(next)
		w.walk(next, "what was said more is answered")
	}
	switch s.session {
	case lpWaits:
		w.turnOfResults(s)
	case lpTold:
		w.turnOfModel(s)
	}
}

// gate is where the action is looked at before it starts.
func (w *lpWorld) gate(s lpState, i int8) {
	a := s.acts[i]
	next := s
	o := &next.acts[i]
	switch {
	case !w.admits(lpAdmitCase{s.forbidden, a.args}):
		o.stage = lpFailed
		w.walk(next, "%d is refused at the gate", i)
		return
	case s.run != 0 && w.guards.stop:
		o.stage = lpStopped
		w.walk(next, "%d is stopped before it starts", i)
		return
	}
	consent := w.consents(lpGateCase{a.stage == lpApproved, a.okOld, a.okArg, a.world, a.args, a.changed, w.forGood})
	if consent == assistant.ConsentNone && !w.isEnough(s, a) {
		consent = assistant.ConsentRule
		if a.rule == s.rule && w.enoughLaw(a, s.rule) {
			w.fails("those have decided on %d who have to, and it is asked again: %+v", i, a)
			return
		}
	}
	if consent != assistant.ConsentNone && w.standsFor(s) {
		o.standing, consent = true, assistant.ConsentNone
		next.used++
	}
	if consent != assistant.ConsentNone {
		w.asks(next, i)
		return
	}
	if s.stopMail && w.guards.halt {
		return // nothing starts before the stop is handled
	}
	o.stage, o.over = lpStarted, a.world
	w.starts(next, i)
	w.walk(next, "%d starts", i)
}

// asks puts the action before people, as it is now.
func (w *lpWorld) asks(s lpState, i int8) {
	a := &s.acts[i]
	switch {
	case s.run != 0 && w.guards.stop:
		a.stage = lpStopped // nothing is put up for a decision that nobody needs any more
	case a.again:
		a.stage = lpFailed // the walk goes no further with it
	default:
		*a = lpAct{stage: lpAsked, world: a.world, args: a.args, shown: a.world, again: a.stage != lpFree, rule: s.rule, effects: a.effects, no: a.no}
	}
	w.walk(s, "%d is asked for", i)
}

// effect changes something outside.
func (w *lpWorld) effect(s *lpState, i int8) {
	if !s.acts[i].wrote {
		s.acts[i].effects++
		w.takesEffect(*s, i)
	}
}

func (w *lpWorld) write(s lpState, i int8) {
	a := s.acts[i]
	if a.world != a.over && w.guards.write {
		w.asks(s, i)
		return
	}
	w.effect(&s, i)
	s.acts[i].stage = lpDone
	w.walk(s, "%d is done", i)
}

// recovers is what becomes of a call that was started and has no outcome: again where twice is once, else nobody guesses.
func (w *lpWorld) recovers(s lpState, i int8) {
	a := &s.acts[i]
	switch {
	case w.idempotent && !a.wrote && a.world != a.over && w.guards.write:
		w.asks(s, i)
		return
	case w.idempotent:
		w.effect(&s, i) // the same key: the outside does it once
		a.stage = lpDone
	case w.guards.log:
		a.stage = lpFailed
	default:
		a.stage, a.wrote = lpStarted, false
	}
	w.walk(s, "%d is found started", i)
}

// stops is the turn of a stop: by the rules of the product over the run and its tasks.
func (w *lpWorld) stops(s lpState) {
	s.stopMail = false
	if s.session == lpAnswered || s.session == lpHalted {
		w.walk(s, "the stop finds nothing to stop")
		return
	}
	if s.session == lpTold || s.session == lpAsks {
		s.session, s.run = lpHalted, 2
		if s.word == lpTaken {
			s.word = lpOver
		}
		w.walk(s, "the stop ends the agent's turn")
		return
	}
	s.run = 1
	stages := w.stopped(s)
	for i := range s.acts {
		s.acts[i].stage = stages[i]
	}
	w.walk(s, "the stop is handled")
}

// turnOfResults gives the agent what came of the step, once nothing of it is left to be decided or done.
func (w *lpWorld) turnOfResults(s lpState) {
	how := w.advances(s)
	if how == "" {
		return
	}
	for i := range w.n {
		if a := s.acts[i]; a.stage < lpDone {
			w.fails("the run ends while %d is not over: %+v", i, a)
			return
		}
	}
	if s.run == 1 {
		s.session, s.run = lpHalted, 2
		w.walk(s, "the stopped run ends")
		return
	}
	s.session = lpTold
	w.tells(&s)
	w.walk(s, "the agent is told")
}

// tells gives the session a result for every call.
func (w *lpWorld) tells(s *lpState) {
	if s.told++; s.told > 1 {
		w.fails("the session is told twice")
	}
	w.tellsTruth(*s)
	for i := range w.n {
		if a := s.acts[i]; w.several && a.stage == lpRefused && a.note {
			s.noted |= 1 << a.by
		}
	}
}

// turnOfModel is the agent's turn after that: it takes up what was said, and ends with words.
func (w *lpWorld) turnOfModel(s lpState) {
	if s.word == lpMail {
		next := s
		next.word, next.heard, next.spoken = lpTaken, s.heard+1, s.spoken|1<<s.speaker
		w.hears(next)
		w.walk(next, "the agent takes up what was said")
	}
	if next, ok := s.spend(lpCrash); ok {
		if !w.guards.told(assistant.AgentSession{Status: assistant.SessionWorking, Run: "run"}, "run") {
			w.tells(&next)
		}
		if s.word == lpTaken && !w.guards.heard(lpHeard(true), "word") {
			next.word = lpMail // the turn that is taken again does not take the mail with it
		}
		w.walk(next, "the turn dies, and is taken again")
	}
	w.insists(s)
	if s.word == lpTaken {
		s.word = lpOver
	}
	if next, ok := s.spend(lpMore); ok {
		next.session, next.run, next.told = lpWaits, 0, 0
		next.acts[0] = lpAct{stage: lpFree, world: s.acts[0].world}
		w.walk(next, "the agent proposes once more")
	}
	if next, ok := s.spend(lpQuestion); ok {
		next.session = lpAsks
		w.walk(next, "the agent asks people something")
	}
	s.session, s.run = lpAnswered, 2
	w.walk(s, "the agent answers")
}

// insists lets the agent call for the same again, as often as it likes: what was done or refused is not.
func (w *lpWorld) insists(s lpState) {
	for i := range w.n {
		a := s.acts[i]
		if !w.callsAgain(lpAgainCase{a.stage, a.note, s.word == lpTaken}) {
			continue
		}
		if a.stage == lpDone || a.stage == lpRefused && s.word != lpTaken {
			w.fails("%d is called for again: %+v", i, a)
		}
	}
}

// goesOn takes a stopped session up: what had not begun is proposed anew.
func (w *lpWorld) goesOn(s lpState, who int8) {
	if !w.guards.mayGoOn(lpPerson(who, s), lpNames()[w.askedBy]) {
		return
	}
	if !w.goesOnLaw(s, who) {
		w.fails("%v lets go on what is not theirs", lpNames()[who])
	}
	s.spoken |= 1 << who
	s.session, s.run, s.told = lpWaits, 0, 0
	for i := range s.acts {
		a := &s.acts[i]
		if a.stage != lpStopped {
			continue
		}
		if w.guards.anew {
			*a = lpAct{stage: lpFree, world: a.world, args: 0}
		} else {
			a.stage = lpApproved
		}
	}
	w.walk(s, "%v says that it shall go on", lpWho(who))
}
