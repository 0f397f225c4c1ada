package orchestrator

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// The model check of the loop. It walks through every order in which things can happen to one bounded session of an agent: a step
// that proposes one to three actions, and in some walks once more after words of several people, clicks of five people (on one action, on all of a card, on a card that was asked again since,
// with other arguments, for good, no with and without words), rules that are changed, roles and groups that are lost, people who name
// others to decide for them until a moment, time that passes, things that move outside, words and stops, holders that die, and going on after a stop. What the code decides with is the
// code itself: who may decide and how many it takes, what a decision comes to, what stands approved for good, what the gate lets
// through, what a run may do next, what a stop makes of its tasks, which task a call's result is of, what may be called for again.
// Storage, the courier and the tool are modelled by the few lines of each that matter. What must hold is kept apart, as a ghost that
// knows nothing of the code (looplaw_internal_test.go).
//
//	free ──gate──▶ asked ──decided──▶ approved ──gate──▶ started ──write──▶ done
//	  ▲              │ no, too late, stop   │ moved, a rule     │ moved, crash
//	  │              ▼                      └──▶ asked again ◀──┘
//	  └─continue── stopped · refused · expired · failed

// The stages of an action.
const (
	lpNone int8 = iota
	lpFree
	lpAsked
	lpApproved
	lpStarted
	lpLost // its holder died after it was started
	lpDone
	lpRefused
	lpExpired
	lpStopped
	lpFailed
)

// The people.
const (
	lpAnna int8 = iota // a member
	lpBen              // an approver, who may lose the role
	lpCora             // a member in a group, who may leave it, and whom rules name
	lpDan              // an admin
	lpGus              // a guest
	lpPeople
)

// What was true of somebody when they said yes.
const (
	lpSaid  int8 = 1 << iota
	lpRank       // they were an approver
	lpGroup      // they were in the group
	lpLate       // it was shortly before the end
	lpStead      // from here on: in whose stead, of whom the rest was true, from 1
)

// Where a session stands.
const (
	lpWaits    int8 = iota // for people, and for what they let happen
	lpTold                 // it has what came of the step's calls, and the turn goes on
	lpAnswered             // done
	lpHalted               // stopped
	lpAsks                 // for an answer of people's
)

// Where words that came meanwhile stand.
const (
	lpUnsaid int8 = iota
	lpMail        // in the mailbox
	lpTaken       // in the session; its mail goes with the end of the turn
	lpOver        // their mail is gone
)

// lpAct is an action that the agent has proposed.
type lpAct struct {
	stage        int8
	world, args  int8 // versions of what stands outside and of the arguments
	shown        int8 // the state that its card shows
	okOld, okArg int8 // what a decision was on
	changed      bool // whoever approved has written the arguments
	stood        bool // its card is where people decide
	again        bool // it is asked for the second time
	age          int8 // 0 in time, 1 shortly before the end, 2 after it
	rule         int8 // that is written into the card
	yes          [lpPeople]int8
	standing     bool // it goes by a yes that was given for good
	over         int8 // the state that the gate found
	effects      int8 // ghost
	no           bool // ghost: somebody who may has said no to it
	note         bool // with words
	by           int8 // whose those are
	wrote        bool // ghost: it had been written when its holder died
}

// The bounded happenings.
const (
	lpClick int8 = iota
	lpMove
	lpRule
	lpLose
	lpTime
	lpCrash
	lpWord
	lpStop
	lpGoOn
	lpForbid
	lpName
	lpMore     // the agent proposes once more
	lpQuestion // the agent asks for an answer
	lpHappenings
)

// lpState is the session with all that matters around it. It is comparable, so that no state is walked twice.
type lpState struct {
	acts      [3]lpAct
	session   int8
	run       int8 // 0 running, 1 stopped, 2 ended
	rule      int8 // the one that holds now
	demoted   bool // ben
	left_     bool // cora has left the group
	forbidden bool // the project does not allow the tool any more
	stopMail  bool // somebody has said stop, and no turn has taken it
	used      int8 // of ben's yes for good; -1 where there is none
	named     int8 // who decides for whom, of [lpNamings]; 0 is nobody
	lapsed    bool // and it is over
	word      int8
	speaker   int8 // whose it is
	spoken    int8 // whose words the session has taken up, by the bits of the people
	noted     int8 // and whose words came with a refusal
	heard     int8 // ghost: how often the word has reached the model or was answered
	told      int8 // ghost: how often the session was given the step's results
	left      [lpHappenings]int8
}

// lpWorld is one bounded session, and what the code decides with in it.
type lpWorld struct {
	guards     lpGuards
	n          int8 // actions of the step
	askedBy    int8
	members    bool // may approve what they asked for
	forGood    bool // what the step wants cannot be undone
	idempotent bool
	several    bool // people besides whoever asked say something
	memory     *lpMemory
	trail      []string
	seen       map[lpState]struct{}
	arcs       int
	effects    int
	broken     string
}

// remembered asks the code once for each case.
func remembered[K comparable, V any](m map[K]V, k K, ask func() V) V {
	v, ok := m[k]
	if !ok {
		v = ask()
		m[k] = v
	}
	return v
}

func (w *lpWorld) walk(s lpState, what string, args ...any) {
	w.arcs++
	if w.broken != "" {
		return
	}
	if _, seen := w.seen[s]; seen {
		return
	}
	w.seen[s] = struct{}{}
	if len(args) > 0 {
		for i, a := range args {
			if p, ok := a.(lpWho); ok {
				args[i] = lpPerson(int8(p), s).ID
			}
		}
		what = fmt.Sprintf(what, args...)
	}
	w.trail = append(w.trail, what)
	before := w.arcs
	w.people(s)
	w.outside(s)
	w.work(s)
	if w.arcs == before && w.broken == "" {
		w.rests(s)
	}
	w.trail = w.trail[:len(w.trail)-1]
}

type lpWho int8

// fails ends the walk with the way that led here.
func (w *lpWorld) fails(how string, args ...any) {
	if w.broken == "" {
		w.broken = strings.Join(append(w.trail[1:], fmt.Sprintf(how, args...)), "\n  ")
	}
}

// spend lets something happen once, where it still may.
func (s lpState) spend(what int8) (next lpState, ok bool) {
	ok = s.left[what] > 0
	s.left[what]--
	return s, ok
}

func lpPerson(who int8, s lpState) assistant.Person {
	role := [lpPeople]assistant.Role{assistant.RoleMember, assistant.RoleApprover, assistant.RoleMember, assistant.RoleAdmin, assistant.RoleGuest}[who]
	if who == lpBen && s.demoted {
		role = assistant.RoleMember
	}
	return assistant.Person{ID: lpNames()[who], Role: role}
}

func lpNames() [lpPeople]assistant.PersonID {
	return [lpPeople]assistant.PersonID{"anna", "ben", "cora", "dan", "gus"}
}

// lpGroupOf is the group that cora is in.
func lpGroupOf() assistant.GroupRef {
	return assistant.GroupRef{Surface: assistant.SurfaceSlack, Group: "editors"}
}

func lpWhoIs(who int8, s lpState) approvals.Who {
	from := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1"}
	if who == lpCora && !s.left_ {
		from.Groups = []string{"editors"}
	}
	return approvals.Who{Person: lpPerson(who, s), From: from, For: lpDelegations(s)}
}

// lpNaming is that one names another.
type lpNaming struct{ person, delegate int8 }

// lpNamings are what people may have named: ben anna, who may have asked, and anna somebody besides; the admin a guest; the member in
// the group, whom rules name, anna; the admin both an approver and the member in the group.
func lpNamings() [5][]lpNaming {
	return [5][]lpNaming{nil, {{lpBen, lpAnna}, {lpAnna, lpCora}}, {{lpDan, lpGus}}, {{lpCora, lpAnna}}, {{lpDan, lpBen}, {lpDan, lpCora}}}
}

// lpDelegations are all of them, as storage keeps them: whom they are about, and whether they are over, is for the code to see.
func lpDelegations(s lpState) (out []assistant.Delegation) {
	until := lpNow(2).AddDate(0, 0, 1)
	if s.lapsed {
		until = lpNow(0)
	}
	for _, n := range lpNamings()[s.named] {
		p := lpPerson(n.person, s)
		out = append(out, assistant.Delegation{Person: p.ID, Role: p.Role, Delegate: lpNames()[n.delegate], Until: until})
	}
	return out
}

// lpRules are what a tenant may have laid down. The first is none.
const lpRules int8 = 6

// lpPolicies are a tenant's policies under one of the rules: the rule is that of the tool, and a wider one beside it asks less.
func lpPolicies(rule int8) []assistant.Policy {
	of := [lpRules]assistant.ApprovalRule{
		1: {Roles: []assistant.Role{assistant.RoleApprover}, People: []assistant.PersonID{"cora"}, Needed: 2},
		2: {NotRequester: true},
		3: {Groups: []assistant.GroupRef{lpGroupOf()}},
		4: {Roles: []assistant.Role{assistant.RoleAdmin}, Escalate: &assistant.Escalation{To: []assistant.PersonID{"cora"}, Minutes: 20}},
		5: {Roles: []assistant.Role{assistant.RoleMember}, Needed: 2, NotRequester: true},
	}
	if rule == 0 {
		return nil
	}
	return []assistant.Policy{{Rule: assistant.ApprovalRule{Roles: []assistant.Role{assistant.RoleMember}}}, {Project: "site", Tool: "write", Rule: of[rule]}}
}
