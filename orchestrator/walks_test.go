package orchestrator_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// The model check of planners and executors. Many conversations are held at the same time, in each of which a planner, its executors and a
// person do whatever they can in random order: delegate, look up, propose, ask up and down, answer or not, go round in circles, never end,
// try to change something, stop, go on, undo, let questions run out. Writes are lost on the way, before or after they are made. What has
// become of each conversation is then held against the laws in walksjudge_test.go, which know nothing of the code.

// walks are the conversations that are held in a house.
type walks struct {
	*house

	seed  string
	mu    sync.Mutex
	asks  map[string][]time.Time        // when executors' models were asked, by the words of their task
	calm  bool                          // nothing is lost any more
	open  int                           // calls of models on their way
	over  map[assistant.RunID]time.Time // when it stood written that a run was stopped, or was over
	tools map[string]bool               // that an executor was ever offered
}

// Walks of a change and of the night, on each database.
const (
	walksOnSQLite, allWalksOnSQLite     = 30, 400
	walksOnPostgres, allWalksOnPostgres = 10, 150
	walksAtOnce                         = 6
)

func TestNoOrderOfHappeningsBreaksADialogue(t *testing.T) {
	walked(t, storage.Config{Dir: servers.Embedded(t)}, sampled.Number(walksOnSQLite, allWalksOnSQLite))
}

func TestNoOrderOfHappeningsBreaksADialogueOnPostgres(t *testing.T) {
	walked(t, storage.Config{DatabaseURL: servers.Postgres(t)}, sampled.Number(walksOnPostgres, allWalksOnPostgres))
}

// walked holds conversations and judges them.
func walked(t *testing.T, on storage.Config, n int) {
	t.Helper()
	w := &walks{seed: sampled.Seed(t), asks: map[string][]time.Time{}, over: map[assistant.RunID]time.Time{}, tools: map[string]bool{}}
	c := &crowd{play: w.plans, execs: w.executes, advises: w.advises, loses: w.loses, wrote: w.wrote}
	w.house = newHouseOn(t, c, on)
	evidence := make([]talkSeen, n)
	g, ctx := errgroup.WithContext(t.Context())
	g.SetLimit(walksAtOnce)
	for i := range n {
		g.Go(func() (err error) {
			evidence[i].conversation, err = w.walk(ctx, i)
			return err
		})
	}
	w.ok(g.Wait())
	w.rest(evidence)
	var all walksSeen
	for i := range evidence {
		faults := evidence[i].judged(&all)
		for _, fault := range faults {
			t.Errorf("walk %d: %s", i, fault)
		}
		if len(faults) > 0 {
			t.Log(evidence[i].told())
		}
	}
	for name := range w.tools {
		if tool, known := w.wiring.Teams.Of(w.tenant).Tools().Get(name); known && tool.Class != assistant.ClassQuery || slices.Contains([]string{loop.ToolDelegate, loop.ToolAnswer, loop.ToolAsk, loop.ToolPlan}, name) {
			t.Errorf("an executor is offered %s", name)
		}
	}
	t.Log(&all)
	if all.executors < n || all.questions == 0 || all.stopped == 0 || all.refused == 0 || n >= walksOnSQLite && (all.answered == 0 || all.spent == 0) {
		t.Errorf("too little happened to say anything: %s", &all)
	}
	if n >= walksOnSQLite {
		w.tampered(evidence)
	}
}

// wrote notes when a run was stopped, or was over: what is asked before that stands written is asked by whoever could not know.
func (w *walks) wrote(ms []assistant.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range ms {
		var run assistant.RunID
		switch b := m.Body.(type) { //nolint:gochecksumtype // the rest ends no run
		case assistant.StopRequested:
			run = b.Run
		case assistant.RunFinished:
			run = b.Run
		}
		if _, known := w.over[run]; run != "" && !known {
			w.over[run] = time.Now()
		}
	}
}

// loses tells whether the answer to a write is lost, or the write.
func (w *walks) loses() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.calm && rand.IntN(40) == 0
}

// dice are thrown by what a model is asked: asked the same again, it replies the same.
func (w *walks) dice(r llm.Request) *rand.Rand {
	hash, err := r.Hash()
	w.ok(err)
	sum := sha256.Sum256([]byte(w.seed + hash))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// takes lets a model take its time; false where it is given up meanwhile.
func (w *walks) takes(ctx context.Context, most time.Duration) bool {
	w.mu.Lock()
	w.open++
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.open--
	}()
	select {
	case <-ctx.Done():
		return false
	case <-time.After(rand.N(most)):
		return true
	}
}

// billed is a reply with what it has cost: now and then more than one executor may spend.
func billed(d *rand.Rand, r llm.Reply) llm.Reply {
	r.Usage = assistant.Usage{Input: 200 + d.IntN(mostWalkTokens-1_000), Output: d.IntN(800)}
	r.Bill = llm.Bill{Usage: r.Usage, Micros: int64(d.IntN(mostWalkMicros)), Took: time.Duration(d.IntN(int(mostWalkTook)))}
	return r
}

// What one call of a model takes at most.
const (
	mostWalkTokens = 6_000
	mostWalkMicros = 12_000
	mostWalkTook   = 40 * time.Second
)

var walkName = regexp.MustCompile(`walk-\d+`)

// plans is a planner that may do anything.
func (w *walks) plans(ctx context.Context, _ int, r llm.Request) (llm.Reply, error) {
	d, of := w.dice(r), walkName.FindString(string(r.Facts))
	if !w.takes(ctx, 15*time.Millisecond) {
		return llm.Reply{}, context.Cause(ctx)
	}
	id := strconv.FormatUint(d.Uint64(), 36)
	if len(r.Callable()) == 0 {
		return billed(d, words("That is all of "+of+".")), nil
	}
	if open := openQuestions(r); len(open) > 0 && d.IntN(8) > 1 {
		if d.IntN(5) == 0 {
			return billed(d, calls(id, "ask_user", `{"question":"Which board of `+id+`?","options":[{"label":"The hall","value":"hall"},{"label":"The yard","value":"yard"}]}`)), nil
		}
		var pairs []string
		for _, q := range open[:1+d.IntN(len(open))] {
			pairs = append(pairs, "answer_executor", fmt.Sprintf(`{"executor":%q,"answer":"The one in the hall."}`, q))
		}
		return billed(d, calls(id, pairs...)), nil
	}
	if offered(r, loop.ToolEscalate) && d.IntN(4) == 0 {
		reasons := assistant.EscalationReasons()
		return billed(d, calls(id, loop.ToolEscalate, fmt.Sprintf(`{"reason":%q,"question":"Shall %s go on?"}`, reasons[d.IntN(len(reasons))], id))), nil
	}
	switch d.IntN(12) {
	case 0, 1, 2, 3, 4, 5:
		return billed(d, calls(id, delegates(d, of, 1+d.IntN(4))...)), nil
	case 6:
		return billed(d, calls(id, delegates(d, of, 12)...)), nil
	case 7:
		return billed(d, calls(id, append(delegates(d, of, 2), "pin_note", `{"text":"`+id+" of "+of+`"}`)...)), nil
	case 8:
		return billed(d, wants(id, "read_board", id)), nil
	case 9:
		return billed(d, wants(id, "pin_note", id+" of "+of)), nil
	case 10:
		return billed(d, calls(id, "ask_user", `{"question":"Shall it be `+id+`?"}`)), nil
	default:
		return billed(d, words("That is all of "+of+".")), nil
	}
}

// The ways in which an executor does its task.
var executorWays = []string{"reports", "reports", "asks", "asks", "asks", "circles", "endless", "silent", "changes", "delegates", "hangs", "fails"}

// delegates are calls that delegate, each with a way in which it is done.
func delegates(d *rand.Rand, of string, n int) (pairs []string) {
	for range n {
		task := fmt.Sprintf("Read the board of %s and be who %s, number %s", of, executorWays[d.IntN(len(executorWays))], strconv.FormatUint(d.Uint64(), 36))
		pairs = append(pairs, "delegate", `{"agent":"researchAgent","task":"`+task+`"}`)
	}
	return pairs
}

// openQuestions are the executors whose questions a planner may answer.
func openQuestions(r llm.Request) []string {
	for _, tool := range r.Callable() {
		if tool.Name == loop.ToolAnswer {
			return askerID.FindAllString(string(tool.Parameters), -1)
		}
	}
	return nil
}

var askerID = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)

// executes is an executor that does its task in the way that stands in it.
func (w *walks) executes(ctx context.Context, r llm.Request) (llm.Reply, error) {
	d, task := w.dice(r), orderedOf(r)
	w.mu.Lock()
	w.asks[task] = append(w.asks[task], time.Now())
	for _, tool := range r.Tools {
		w.tools[tool.Name] = true
	}
	w.mu.Unlock()
	_, rest, _ := strings.Cut(task, "be who ")
	way, _, _ := strings.Cut(rest, ",")
	most := 20 * time.Millisecond
	if way == "hangs" {
		most = 300 * time.Millisecond
	}
	if !w.takes(ctx, most) {
		return llm.Reply{}, context.Cause(ctx)
	}
	id := strconv.FormatUint(d.Uint64(), 36)
	if way == "fails" && len(r.Messages) > 1 {
		return llm.Reply{}, llm.ErrDisabled
	}
	return billed(d, executed(d, r, way, id)), nil
}

// advises is an advisor that sometimes cannot be asked.
func (w *walks) advises(r llm.Request) (llm.Reply, error) {
	d := w.dice(r)
	if d.IntN(6) == 0 {
		return llm.Reply{}, llm.ErrOverloaded
	}
	return billed(d, words("The one in the hall.")), nil
}

// executed is what an executor of a way does next.
func executed(d *rand.Rand, r llm.Request, way, id string) llm.Reply {
	asks := slices.ContainsFunc(r.Tools, func(t llm.Tool) bool { return t.Name == loop.ToolAskPlanner })
	switch {
	case way == "circles":
		return wants(id, "read_board", "the same", "read_board", "the same")
	case way == "endless":
		return wants(id, "read_board", id)
	case way == "silent" && len(r.Messages) > 1:
		return words("I have passed that on to Dana.")
	case way == "changes" && len(r.Messages) < 5:
		return wants(id, "pin_note", "an executor was here", "create_page", "x")
	case way == "delegates" && len(r.Messages) < 5:
		return calls(id, "delegate", `{"task":"Do it for me"}`, "ask_user", `{"question":"May I?"}`)
	case len(r.Messages) == 1:
		return wants(id, "read_board", id)
	case offered(r, loop.ToolAdvisor) && d.IntN(5) == 0:
		return calls(id, loop.ToolAdvisor, `{"question":"Which one of `+id+` is it?"}`)
	case way == "asks" && asks && d.IntN(5) > 0:
		return calls(id, "ask_planner", `{"question":"Which one of `+id+`?","options":["hall","yard"]}`)
	case d.IntN(6) == 0:
		return calls(id, "report", `{"summary":"I shall have it done.","data":{}}`)
	default:
		return calls(id, "report", `{"summary":"There is nothing on it.","data":{"count":0}}`)
	}
}

// walk holds one conversation.
func (w *walks) walk(ctx context.Context, n int) (assistant.ConversationID, error) {
	sum := sha256.Sum256([]byte(w.seed))
	d := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), uint64(n)))
	place := assistant.Place{Surface: assistant.SurfaceWeb, Space: "T1", Channel: "C1", Thread: "walk" + strconv.Itoa(n)}
	moves := 0
	says := func(text string) (assistant.ConversationID, error) {
		moves++
		got, err := w.Receive(ctx, assistant.Inbound{Tenant: w.tenant, From: account("UANNA"), Text: text, Key: fmt.Sprintf("walk-%d/%d", n, moves), Place: place})
		return got.Conversation, err
	}
	c, err := says(fmt.Sprintf("Pin a note of what stands on the boards of walk-%d", n))
	for range 5 + d.IntN(6) {
		if err != nil {
			return c, err
		}
		w.awaitsMore(ctx, c, time.Duration(d.IntN(150))*time.Millisecond)
		err = w.moves(ctx, d, c, func(text string) error { _, err := says(text); return err })
	}
	return c, err
}

// awaitsMore waits until something more is said, but not long.
func (w *walks) awaitsMore(ctx context.Context, c assistant.ConversationID, patience time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	before := -1
	for ctx.Err() == nil {
		ms, err := w.db.Conversations.MessagesAfter(ctx, w.tenant, c, 0, 1000)
		if err == nil && before >= 0 && len(ms) > before+3 {
			return
		}
		if err == nil && before < 0 {
			before = len(ms)
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// moves is one thing that Anna does, or that time does.
func (w *walks) moves(ctx context.Context, d *rand.Rand, c assistant.ConversationID, says func(string) error) error {
	switch d.IntN(12) {
	case 0, 1:
		return says("stop")
	case 2:
		return says("continue")
	case 3:
		return says("The hall")
	case 4:
		return says("I mean the boards behind the house")
	case 5:
		return says([]string{"yes", "no", "yes to all", "undo"}[d.IntN(4)])
	case 6:
		return says("Pin a note of what stands on the boards of another house")
	default:
		return w.decides(ctx, d, c)
	}
}

// decides decides on what is open, takes it back, or lets its time run out.
func (w *walks) decides(ctx context.Context, d *rand.Rand, c assistant.ConversationID) error {
	ms, err := w.db.Conversations.MessagesAfter(ctx, w.tenant, c, 0, 1000)
	if err != nil {
		return err
	}
	for _, m := range slices.Backward(ms) {
		switch b := m.Body.(type) { //nolint:gochecksumtype // nobody decides on the rest
		case assistant.ApprovalRequested:
			decided := assistant.ApprovalDecided{Approval: b.Approval.ID, Verdict: assistant.VerdictApproved, Hash: b.Approval.Hash}
			switch d.IntN(4) {
			case 0:
				decided.Verdict = assistant.VerdictRejected
			case 1:
				return w.runsOut(ctx, c, assistant.ApprovalDecided{Approval: b.Approval.ID, Card: b.Approval.Card(), Verdict: assistant.VerdictExpired})
			}
			_, err := w.Act(ctx, assistant.Act{Tenant: w.tenant, From: account("UANNA"), Body: decided})
			return err
		case assistant.Asked:
			if d.IntN(2) == 0 {
				return w.runsOut(ctx, c, assistant.Answered{Clarification: b.Clarification.ID, Withdrawn: true})
			}
			_, err := w.Act(ctx, assistant.Act{Tenant: w.tenant, From: account("UANNA"), Body: assistant.Answered{Clarification: b.Clarification.ID, Values: map[string]string{"answer": answered(d, b.Clarification)}}})
			return err
		case assistant.RunFinished:
			if d.IntN(3) == 0 {
				_, err := w.Act(ctx, assistant.Act{Tenant: w.tenant, From: account("UANNA"), Body: assistant.UndoRequested{Run: b.Run}})
				return err
			}
		}
	}
	return nil
}

// answered is what Anna answers: one of the ways that there are, or something else.
func answered(d *rand.Rand, c assistant.Clarification) string {
	if options := c.Questions[0].Options; c.Escalated != "" && d.IntN(5) > 0 {
		return options[d.IntN(len(options))].Value
	}
	return "hall"
}

// runsOut lets time decide what nobody has: as the sweeper does where it is due. What is decided already stays so.
func (w *walks) runsOut(ctx context.Context, c assistant.ConversationID, b assistant.Body) error {
	_, err := w.db.Intake.Post(ctx, assistant.Message{Tenant: w.tenant, Conversation: c, Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: "Nobody decided in time.", Body: b})
	if errors.Is(err, assistant.ErrDecided) {
		return nil
	}
	return err
}

// rest waits until every conversation has come to rest. One that never does is left for the judge.
func (w *walks) rest(evidence []talkSeen) {
	w.t.Helper()
	w.mu.Lock()
	w.calm = true
	w.mu.Unlock()
	said, since := 0, time.Now()
	for ; ; time.Sleep(100 * time.Millisecond) {
		rests, now := true, 0
		waits, err := w.db.Timers.Sweep(w.t.Context(), 0)
		w.ok(err)
		for i := range evidence {
			w.look(&evidence[i])
			rests, now = rests && evidence[i].rests(), now+len(evidence[i].log)
		}
		if now > said {
			said, since = now, time.Now()
		}
		w.mu.Lock()
		rests = rests && len(waits.Turns)+len(waits.Tasks)+w.open == 0
		w.mu.Unlock()
		if rests || time.Since(since) > 40*time.Second { // longer than anything is held
			return
		}
	}
}
