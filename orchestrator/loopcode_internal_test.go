package orchestrator

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// lpGuards is what the product decides with, and the lines of storage, courier and tool that are modelled. Taking out any one must
// be noticed.
type lpGuards struct {
	rule     func(assistant.ApprovalRecord, assistant.ApprovalDecided, approvals.Who, assistant.Settings, time.Time) approvalRuling
	closed   func(assistant.ApprovalRecord, assistant.ApprovalDecided) string
	policy   func([]assistant.Policy, assistant.ProjectID, assistant.TaskType) *assistant.ApprovalRule
	enough   func(approvals.On, []assistant.Yes) bool
	standing func([]assistant.StandingYes, approvals.Use, approvals.On) (assistant.StandingYes, bool)
	consent  func(assistant.Task, json.RawMessage, assistant.Preview) (assistant.Consent, error)
	scope    func(assistant.Step, assistant.Project, map[assistant.TaskType]assistant.Rule) []assistant.Finding
	clarity  func(assistant.Step, map[assistant.TaskType]assistant.Rule) []assistant.Finding
	together func([]assistant.Approval, assistant.ApprovalDecided) string
	advance  func(assistant.Run, []assistant.Task) Next
	after    func([]assistant.Task, assistant.Body) []assistant.Task
	taskOf   func(loop.Transcript, int, llm.ToolCall, []assistant.Task) assistant.Task
	result   func(llm.ToolCall, assistant.Task, assistant.ApprovalRecord, bool, []assistant.Seen) (llm.ToolResult, loop.Came)
	made     func(loop.Transcript) []loop.Made
	told     func(assistant.AgentSession, assistant.RunID) bool
	heard    func(loop.Transcript, assistant.MessageID) bool
	speakers func(loop.Transcript, assistant.PersonID) []assistant.PersonID
	worded   func(assistant.ApprovalRecord, bool) []assistant.PersonID
	mayGoOn  func(assistant.Person, assistant.PersonID) bool

	expiry bool // storage: what is overdue is open for nobody
	halt   bool // storage: nothing starts while a stop waits for its turn
	stop   bool // the executor: nothing of a stopped run starts or is asked for
	log    bool // the executor: a call without an outcome is not made again
	write  bool // the tool: it writes only over the state that the gate found
	cards  bool // the surface: buttons are where the card is
	anew   bool // going on: what was stopped is asked for anew
}

func lpReal() lpGuards {
	return lpGuards{
		rule: ruleOn, closed: closedTo, policy: approvals.For, enough: approvals.Enough, standing: approvals.Stands, consent: needsConsent,
		scope: assistant.CheckScope, clarity: assistant.CheckClarity, together: notTogether, advance: Advance, after: assistant.TasksAfter,
		taskOf: loop.Transcript.TaskOf, result: resultOf, made: loop.Transcript.Made, told: toldOf, heard: loop.Transcript.Heard,
		speakers: loop.Transcript.Speakers, worded: worded, mayGoOn: assistant.MayGoOn,
		expiry: true, halt: true, stop: true, log: true, write: true, cards: true, anew: true,
	}
}

// lpMemory keeps what the code has answered, for one set of guards.
type lpMemory struct {
	rulings map[lpRulingCase]lpRuling
	enough  map[lpEnoughCase]bool
	gates   map[lpGateCase]assistant.Consent
	admits  map[lpAdmitCase]bool
	nexts   map[lpRunCase]assistant.RunStatus
	stops   map[lpRunCase][3]int8
	results map[lpResultCase]string
	again   map[lpAgainCase]bool
	stands  map[lpStandsCase]bool
}

func newLpMemory() *lpMemory {
	return &lpMemory{
		rulings: map[lpRulingCase]lpRuling{},
		enough:  map[lpEnoughCase]bool{},
		gates:   map[lpGateCase]assistant.Consent{},
		admits:  map[lpAdmitCase]bool{},
		nexts:   map[lpRunCase]assistant.RunStatus{},
		stops:   map[lpRunCase][3]int8{},
		results: map[lpResultCase]string{},
		again:   map[lpAgainCase]bool{},
		stands:  map[lpStandsCase]bool{},
	}
}

// What the code is asked about, each with all that its answer depends on.
type (
	lpRulingCase struct {
		who, rule, stage, age, askedBy, named  int8
		yes                                    [lpPeople]int8
		try                                    lpTry
		demoted, left, forGood, members, again bool
		lapsed                                 bool
	}
	lpEnoughCase struct {
		rule, asked, askedBy int8
		yes                  [lpPeople]int8
		members              bool
	}
	lpGateCase struct {
		approved                  bool
		okOld, okArg, world, args int8
		changed, forGood          bool
	}
	lpAdmitCase struct {
		forbidden bool
		args      int8
	}
	lpRunCase struct {
		n, run int8
		stages [3]int8
	}
	lpResultCase struct {
		n, at   int8
		stages  [3]int8
		changed bool
		note    bool
	}
	lpAgainCase struct {
		stage       int8
		note, heard bool
	}
	lpStandsCase struct {
		rule, used, askedBy       int8
		spoken, noted             int8
		demoted, forGood, members bool
	}
)

// lpRuling is what a decision comes to.
type lpRuling struct {
	none, backs, refuses, always bool
	of                           int8 // in whose stead; nobody's is -1
}

// lpOf is in whose stead something was decided.
func lpOf(as *assistant.Capacity) int8 {
	if as == nil || as.For == "" {
		return -1
	}
	names := lpNames()
	return int8(slices.Index(names[:], as.For))
}

func lpNow(age int8) time.Time {
	return time.Unix(0, 0).Add([]time.Duration{0, 50 * time.Minute, 61 * time.Minute}[age])
}

func lpEnd() time.Time { return time.Unix(0, 0).Add(time.Hour) }

func lpApprovals() [3]assistant.ApprovalID {
	return [3]assistant.ApprovalID{"first", "second", "third"}
}

func (w *lpWorld) settings() assistant.Settings { return assistant.Settings{MembersApprove: w.members} }

func lpEffect(forGood bool) assistant.Effect {
	if forGood {
		return assistant.EffectIrreversible
	}
	return assistant.EffectReversible
}

func lpArguments(args int8) json.RawMessage {
	if args == 2 {
		return json.RawMessage(`{"text":""}`)
	}
	return fmt.Appendf(nil, `{"text":"version %d"}`, args)
}

func lpPreview(world, args int8) assistant.Preview {
	return assistant.Preview{State: fmt.Sprint("state ", world), Wanted: fmt.Sprint("wanted ", args)}
}

// lpYeses are those who have said yes, as storage has kept what the code said of them.
func lpYeses(asked int8, yes [lpPeople]int8) (out []assistant.Yes) {
	for who, was := range yes {
		of := lpFor(was)
		if was&lpSaid == 0 || asked == 0 && of < 0 {
			continue // none of one's own are kept where no rule asks for them
		}
		s, age := lpState{demoted: was&lpRank == 0, left_: was&lpGroup == 0}, int8(0)
		if was&lpLate != 0 {
			age = 1
		}
		rule := approvals.For(lpPolicies(asked), "site", "write")

		on := approvals.On{Rule: rule, ExpiresAt: lpEnd(), Now: lpNow(age)}
		as := approvals.CapacityOf(lpWhoIs(int8(who), s), rule)
		if of >= 0 {
			as = assistant.Capacity{Role: lpPerson(of, s).Role, For: lpNames()[of]}
		}
		as.Late = approvals.Escalated(on)
		out = append(out, assistant.Yes{Person: lpNames()[who], As: as, At: on.Now})
	}
	return out
}

func (w *lpWorld) ruling(c lpRulingCase) lpRuling {
	return remembered(w.memory.rulings, c, func() lpRuling {
		rule := w.guards.policy(lpPolicies(c.rule), "site", "write")
		a := assistant.ApprovalRecord{Status: assistant.ApprovalPending, Yeses: lpYeses(c.rule, c.yes), Approval: assistant.Approval{
			ID: "a", Hash: "shown", Rule: rule, RequestedBy: lpNames()[c.askedBy], ExpiresAt: lpEnd(), Irreversible: c.forGood,
			Standing: approvals.MayStand(rule, lpEffect(c.forGood)),
		}}
		switch {
		case c.stage == lpRefused:
			a.Status = assistant.ApprovalRejected
		case c.stage == lpExpired || c.age == 2 && w.guards.expiry:
			a.Status = assistant.ApprovalExpired
		case c.stage == lpStopped:
			a.Status = assistant.ApprovalWithdrawn
		case c.stage != lpAsked:
			a.Status = assistant.ApprovalApproved
		}
		d := assistant.ApprovalDecided{Approval: "a", Verdict: c.try.verdict, Hash: "shown", Always: c.try.always}
		if c.try.stale {
			d.Hash = "shown before"
		}
		if c.try.args > 0 {
			d.Arguments = lpArguments(c.try.args)
		}
		if c.try.note {
			d.Note = "not that one"
		}
		if w.guards.closed(a, d) != "" {
			return lpRuling{none: true}
		}
		s := lpState{demoted: c.demoted, left_: c.left, named: c.named, lapsed: c.lapsed}
		switch b := w.guards.rule(a, d, lpWhoIs(c.who, s), w.settings(), lpNow(c.age)).body.(type) { //nolint:gochecksumtype // a ruling is one of these, or nothing
		case assistant.ApprovalBacked:
			return lpRuling{backs: true, of: lpOf(b.As)}
		case assistant.ApprovalDecided:
			return lpRuling{refuses: b.Verdict != assistant.VerdictApproved, always: b.Standing != nil, of: lpOf(b.As)}
		default:
			return lpRuling{none: true}
		}
	})
}

// isEnough tells whether the gate takes those who have decided for who it takes now.
func (w *lpWorld) isEnough(s lpState, a lpAct) bool {
	return remembered(w.memory.enough, lpEnoughCase{s.rule, a.rule, w.askedBy, a.yes, w.members}, func() bool {
		rule := w.guards.policy(lpPolicies(s.rule), "site", "write")
		on := approvals.On{Rule: rule, Settings: w.settings(), RequestedBy: lpNames()[w.askedBy], Now: lpNow(0)}
		return w.guards.enough(on, lpYeses(a.rule, a.yes))
	})
}

// standsFor tells whether the code takes ben's yes for good for the action.
func (w *lpWorld) standsFor(s lpState) bool {
	if s.used < 0 {
		return false
	}
	return remembered(w.memory.stands, lpStandsCase{s.rule, s.used, w.askedBy, s.spoken, s.noted, s.demoted, w.forGood, w.members}, func() bool {
		now := lpPerson(lpBen, s).Role
		yes := assistant.StandingYes{
			ID: "s", Person: "ben", Project: "site", Tool: "write", Most: 1, Used: int(s.used), Until: lpEnd(), As: assistant.Capacity{Role: assistant.RoleApprover}, Now: now,
		}
		on := approvals.On{
			Rule: w.guards.policy(lpPolicies(s.rule), "site", "write"), Settings: w.settings(), RequestedBy: lpNames()[w.askedBy], Now: lpNow(0),
		}
		_, ok := w.guards.standing([]assistant.StandingYes{yes}, approvals.Use{
			Tool: "write", Effect: lpEffect(w.forGood), Project: "site", Heard: w.whoseWords(s),
		}, on)
		return ok
	})
}

// whoseWords are those of the people whose words the code says that the session stands on, as they are now.
func (w *lpWorld) whoseWords(s lpState) (out []assistant.Person) {
	var t loop.Transcript
	for who, name := range lpNames() {
		if s.spoken&(1<<who) != 0 {
			t = append(t, loop.Record{Heard: "word", By: []assistant.PersonID{name}})
		}
		if s.noted&(1<<who) != 0 {
			refused := assistant.ApprovalRecord{Status: assistant.ApprovalRejected, DecidedBy: name, Note: "not that one"}
			t = append(t, loop.Record{By: w.guards.worded(refused, false)})
		}
	}
	names := lpNames()
	for _, id := range w.guards.speakers(t, names[w.askedBy]) {
		out = append(out, lpPerson(int8(slices.Index(names[:], id)), s))
	}
	return out
}

func (w *lpWorld) consents(c lpGateCase) assistant.Consent {
	return remembered(w.memory.gates, c, func() assistant.Consent {
		task := assistant.Task{Type: "write", Effect: lpEffect(c.forGood), Parameters: lpArguments(c.args)}
		if c.approved {
			task.ConfirmedAt = time.Unix(1, 0)
			hash, err := assistant.ConsentHash("write", lpArguments(c.okArg), lpPreview(c.okOld, c.okArg))
			if c.changed {
				hash, err = assistant.ChangedHash("write", lpArguments(c.okArg), lpPreview(c.okOld, 0))
			}
			if err != nil {
				panic(err)
			}
			task.ApprovedHash = hash
		}
		consent, err := w.guards.consent(task, lpArguments(c.args), lpPreview(c.world, c.args))
		if err != nil {
			panic(err)
		}
		return consent
	})
}

func (w *lpWorld) admits(c lpAdmitCase) bool {
	return remembered(w.memory.admits, c, func() bool {
		rules := map[assistant.TaskType]assistant.Rule{"write": {Required: []string{"text"}}}
		project := assistant.Project{ID: "site", Allowed: []assistant.TaskType{"write"}}
		if c.forbidden {
			project.Allowed = []assistant.TaskType{"read"}
		}
		step := assistant.Step{Type: "write", Parameters: lpArguments(c.args)}
		return len(assistant.Blocking(append(w.guards.scope(step, project, rules), w.guards.clarity(step, rules)...))) == 0
	})
}

// lpTasks are the run's tasks, as a database may give them: not in the order of the calls.
func lpTasks(n int8, stages [3]int8, changed, note bool) (out []assistant.Task, decided map[assistant.TaskID]assistant.ApprovalRecord) {
	decided = map[assistant.TaskID]assistant.ApprovalRecord{}
	for i := n - 1; i >= 0; i-- {
		t := assistant.Task{ID: lpTask(i), Run: "run", Group: "A", Order: int(i) + 1, Parameters: lpArguments(0)}
		t.Approval = lpApprovals()[i]
		d := assistant.ApprovalRecord{Status: assistant.ApprovalApproved}
		switch stages[i] {
		case lpFree:
			t.Status, t.Released, t.Approval = assistant.TaskOpen, true, ""
		case lpAsked:
			t.Status, d.Status = assistant.TaskOpen, assistant.ApprovalPending
		case lpApproved:
			t.Status, t.Released = assistant.TaskOpen, true
		case lpStarted, lpLost:
			t.Status, t.Released = assistant.TaskInProgress, true
		case lpDone:
			t.Status, t.Result = assistant.TaskCompleted, &assistant.Result{Summary: assistant.Verbatim(string(t.ID) + " is done")}
			if changed {
				t.Parameters = lpArguments(1)
			}
		case lpFailed:
			t.Status, t.Problem = assistant.TaskFailed, &assistant.Problem{Message: assistant.Say("broken")}
		case lpRefused:
			t.Status, d.Status = assistant.TaskCancelled, assistant.ApprovalRejected
			if note {
				d.Note = "not that one"
			}
		case lpExpired:
			t.Status, d.Status = assistant.TaskCancelled, assistant.ApprovalExpired
		case lpStopped:
			t.Status, d.Status = assistant.TaskCancelled, assistant.ApprovalWithdrawn
		}
		out, decided[t.ID] = append(out, t), d
	}
	return out, decided
}

func lpTask(i int8) assistant.TaskID { return assistant.TaskID(fmt.Sprintf("task-%d", i)) }

func (s lpState) stages() (out [3]int8) {
	for i := range out {
		out[i] = s.acts[i].stage
	}
	return out
}

// advances is how the run ends now; "" where it does not.
func (w *lpWorld) advances(s lpState) assistant.RunStatus {
	c := lpRunCase{w.n, s.run, s.stages()}
	return remembered(w.memory.nexts, c, func() assistant.RunStatus {
		tasks, _ := lpTasks(c.n, c.stages, false, false)
		run := assistant.Run{ID: "run", Session: "session", Status: assistant.RunRunning}
		if c.run == 1 {
			run = run.After(assistant.StopRequested{Run: "run"})
		}
		return w.guards.advance(run, tasks).Finish
	})
}

// stopped are the stages after a stop.
func (w *lpWorld) stopped(s lpState) [3]int8 {
	c := lpRunCase{w.n, 0, s.stages()}
	return remembered(w.memory.stops, c, func() [3]int8 {
		tasks, _ := lpTasks(c.n, c.stages, false, false)
		out := c.stages
		for _, t := range w.guards.after(tasks, assistant.StopRequested{Run: "run"}) {
			for i := range c.n {
				if t.ID == lpTask(i) && t.Status == assistant.TaskCancelled && out[i] < lpDone {
					out[i] = lpStopped
				}
			}
		}
		return out
	})
}

// lpStep is the session's newest step with its calls, whose ids do not sort as they stand.
func lpStep(n int8) (t loop.Transcript, calls []llm.ToolCall) {
	step := loop.Record{Message: llm.Message{Role: llm.RoleAssistant}}
	asked := loop.Record{Message: llm.Message{Role: llm.RoleTool}, Tasks: map[string]assistant.TaskID{}}
	for i := range n {
		c := llm.ToolCall{ID: fmt.Sprintf("call-%c", 'z'-rune(i)), Name: "write", Arguments: lpArguments(0)}
		calls = append(calls, c)
		step.Message.Parts = append(step.Message.Parts, llm.Part{Call: &c})
		asked.Tasks[c.ID] = lpTask(i)
	}
	return loop.Transcript{step, asked}, calls
}

// lpHeard is a session that has taken the word up, or has not.
func lpHeard(taken bool) loop.Transcript {
	if !taken {
		return nil
	}
	return loop.Transcript{{Heard: "word", Words: "and in blue"}}
}

// tellsTruth looks at the results: each call's is of its own action, and says what became of that.
func (w *lpWorld) tellsTruth(s lpState) {
	for i := range w.n {
		a := s.acts[i]
		got := remembered(w.memory.results, lpResultCase{w.n, i, s.stages(), a.changed, a.note}, func() string {
			tasks, decided := lpTasks(w.n, s.stages(), a.changed, a.note)
			t, calls := lpStep(w.n)
			at, _ := t.MadeFor(tasks)
			task := w.guards.taskOf(t, at, calls[i], tasks)
			r, _ := w.guards.result(calls[i], task, decided[task.ID], string(task.Parameters) != string(calls[i].Arguments), nil)
			if task.Status == assistant.TaskCompleted && !strings.Contains(r.Content, string(lpTask(i))) {
				return "of another action"
			}
			return lpRead(r)
		})
		if want := lpTruth(a); got != want {
			w.fails("the result of call %d says %q, and is to say %q", i, got, want)
		}
	}
}

// lpRead is what a model understands of a result.
func lpRead(r llm.ToolResult) string {
	c := r.Content
	switch {
	case !r.Failed && strings.Contains(c, "changed its arguments") && strings.Contains(c, "version 1"):
		return "done, changed"
	case !r.Failed:
		return "done"
	case strings.Contains(c, "What they say"):
		return "refused, with words"
	case strings.Contains(c, "refused"):
		return "refused"
	case strings.Contains(c, "in time"):
		return "expired"
	case strings.Contains(c, "failed"):
		return "failed"
	default:
		return "stopped"
	}
}

// callsAgain tells whether a call is made that was made before.
func (w *lpWorld) callsAgain(c lpAgainCase) bool {
	return remembered(w.memory.again, c, func() bool {
		tasks, decided := lpTasks(1, [3]int8{c.stage}, false, c.note)
		t, calls := lpStep(1)
		_, how := resultOf(calls[0], tasks[0], decided[tasks[0].ID], false, nil)
		result := loop.Record{Message: llm.Message{Role: llm.RoleTool}}
		if how != "" {
			result.Remember(calls[0].ID, how)
		}
		t = append(append(t, result), lpHeard(c.heard)...)
		tool := tools.Tool{
			Name: "write", Description: "Writes it.", Label: "Write", Class: assistant.ClassAction, Effect: assistant.EffectIrreversible, Direct: true,
			Arguments: &jsonschema.Schema{Type: "object"},
			Preview:   func(context.Context, tools.Call) (assistant.Preview, error) { return assistant.Preview{}, nil },
			Run:       func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil },
		}
		all, err := tools.NewRegistry(tool)
		if err != nil {
			panic(err)
		}
		again := llm.ToolCall{ID: "again", Name: "write", Arguments: lpArguments(0)}
		wishes, _ := loop.Sort(all, []tools.Tool{tool}, func(tools.Tool) bool { return true }, []llm.ToolCall{again}, w.guards.made(t), assistant.Spent{})
		return wishes[0].Refused == ""
	})
}
