package orchestrator

import "slices"

// What must hold of the loop, whatever the code says.

// lpFor is in whose stead a yes was said; nobody's is -1.
func lpFor(was int8) int8 { return was/lpStead - 1 }

// mayLaw is who may say yes under a rule, by what was true of them then. In somebody's stead it is who that one might have been, but
// for the group, and not where it is a guest or left out.
func (w *lpWorld) mayLaw(who, rule, was int8) bool {
	if of := lpFor(was); of >= 0 {
		out := who == lpGus || (rule == 2 || rule == 5) && who == w.askedBy
		return !out && w.mayLaw(of, rule, was&(lpSaid|lpRank|lpLate))
	}
	approver := who == lpDan || who == lpBen && was&lpRank != 0
	switch {
	case who == lpGus:
		return false
	case rule == 1:
		return approver || who == lpCora
	case rule == 2:
		return approver && who != w.askedBy
	case rule == 3:
		return who == lpCora && was&lpGroup != 0
	case rule == 4:
		return who == lpDan || who == lpCora && was&lpLate != 0
	case rule == 5:
		return who != w.askedBy
	default:
		return approver || who == w.askedBy && w.members
	}
}

// was is what is true of somebody now.
func (s lpState) was(who int8, age int8) int8 {
	out := lpSaid
	if who == lpBen && !s.demoted || who == lpDan {
		out |= lpRank
	}
	if who == lpCora && !s.left_ {
		out |= lpGroup
	}
	if age == 1 {
		out |= lpLate
	}
	return out
}

// wasFor is what is true now of whoever somebody decides for.
func (s lpState) wasFor(of, age int8) int8 {
	return s.was(of, age)&^lpGroup + (of+1)*lpStead
}

// hasNamed tells whether somebody decides for another now.
func (s lpState) hasNamed(of, who int8) bool {
	return !s.lapsed && slices.Contains(lpNamings()[s.named], lpNaming{of, who})
}

// mayRefuseLaw is who may say no: whoever may say yes, by themself or in somebody's stead, and whoever asked or is named by them.
func (w *lpWorld) mayRefuseLaw(s lpState, who, rule, age int8) bool {
	may := w.mayLaw(who, rule, s.was(who, age)) || who == w.askedBy
	for of := range lpPeople {
		may = may || s.hasNamed(of, who) && (w.mayLaw(who, rule, s.wasFor(of, age)) || of == w.askedBy)
	}
	return may && who != lpGus
}

// needed is how many it takes under a rule.
func lpNeeded(rule int8) int {
	if rule == 1 || rule == 5 {
		return 2
	}
	return 1
}

// enoughLaw tells whether those who said yes are who it takes under a rule.
func (w *lpWorld) enoughLaw(a lpAct, rule int8) bool {
	n, spoken := 0, [lpPeople]bool{}
	for who := range lpPeople {
		if a.yes[who]&lpSaid == 0 || !w.mayLaw(who, rule, a.yes[who]) {
			continue
		}
		voice := who
		if of := lpFor(a.yes[who]); of >= 0 {
			voice = of
		}
		if !spoken[who] && !spoken[voice] {
			n++
		}
		spoken[who], spoken[voice] = true, true
	}
	return n >= lpNeeded(rule)
}

// takesEffect is where an action changes something: the four laws, and what the loop promises beside them.
func (w *lpWorld) takesEffect(s lpState, i int8) {
	a := s.acts[i]
	w.effects++
	switch {
	case a.effects > 1:
		w.fails("action %d takes effect twice", i)
	case a.no:
		w.fails("action %d takes effect after a no: %+v", i, a)
	case a.standing && (w.forGood || s.used > 1):
		w.fails("action %d takes effect by a yes for good that is none: %+v", i, a)
	case a.standing:
	case a.world != a.okOld || a.args != a.okArg:
		w.fails("action %d is not what was approved: %+v", i, a)
	case !w.enoughLaw(a, a.rule):
		w.fails("action %d takes effect without those who decide on it: %+v", i, a)
	case a.changed && w.forGood:
		w.fails("action %d cannot be undone, and nobody was shown what comes of it: %+v", i, a)
	}
}

// starts is where an action begins: what holds now, whatever held when it was decided on.
func (w *lpWorld) starts(s lpState, i int8) {
	a := s.acts[i]
	switch {
	case s.stopMail || s.run != 0:
		w.fails("action %d starts after a stop", i)
	case s.forbidden:
		w.fails("action %d starts outside the allowed scope", i)
	case a.args == 2:
		w.fails("action %d starts without what it needs", i)
	case !a.standing && s.rule != 0 && !w.enoughLaw(a, s.rule):
		w.fails("action %d starts without those who decide under the rule that holds now: %+v", i, a)
	case a.standing && (lpNeeded(s.rule) > 1 || !w.mayLaw(lpBen, s.rule, s.was(lpBen, 0))):
		w.fails("action %d starts by a yes for good of somebody who may not decide: %+v", i, a)
	case a.standing && !w.wordsLaw(s):
		w.fails("action %d starts by a yes for good, on words of somebody else: %+v", i, a)
	}
}

// wordsLaw tells whether the session has heard only ben, whose yes for good it is, whoever asked, and who may decide alone.
func (w *lpWorld) wordsLaw(s lpState) bool {
	for who := range lpPeople {
		if (s.spoken|s.noted)&(1<<who) != 0 && who != lpBen && who != w.askedBy && !w.mayLaw(who, s.rule, s.was(who, 0)) {
			return false
		}
	}
	return true
}

// goesOnLaw is who may let stopped work go on.
func (w *lpWorld) goesOnLaw(s lpState, who int8) bool {
	return who == w.askedBy || s.was(who, 0)&lpRank != 0
}

// rests is where nothing can happen any more: nobody waits for what never comes, and nothing said is lost.
func (w *lpWorld) rests(s lpState) {
	if s.session != lpAnswered && s.session != lpHalted {
		if s.session == lpAsks {
			return // people may still answer
		}
		for _, a := range s.acts {
			if a.stage == lpAsked {
				return // people may still decide; the walk has no more clicks
			}
		}
		w.fails("the session waits for nothing: %+v", s)
	}
	if s.word == lpMail || s.word == lpTaken || s.word == lpOver && s.heard != 1 {
		w.fails("the words were heard %d times, and end as %d", s.heard, s.word)
	}
}

// hears is where the word reaches the model, or is answered in a turn of its own.
func (w *lpWorld) hears(s lpState) {
	if s.heard > 1 {
		w.fails("the words are taken up %d times", s.heard)
	}
}

// lpTruth is what the session has to be told of an action.
func lpTruth(a lpAct) string {
	switch {
	case a.stage == lpDone && a.changed:
		return "done, changed"
	case a.stage == lpDone:
		return "done"
	case a.stage == lpRefused && a.note:
		return "refused, with words"
	case a.stage == lpRefused:
		return "refused"
	case a.stage == lpExpired:
		return "expired"
	case a.stage == lpFailed:
		return "failed"
	default:
		return "stopped"
	}
}
