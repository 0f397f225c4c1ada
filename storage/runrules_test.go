package storage_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/storage"
	"github.com/aisteam/aisteam/storage/storagetest"
)

// Whatever happens to a run, three tell the same of it: what storage has written, what the rules in package assistant make of
// the log, by which turns think ahead, and the card that people see.

func TestARunIsTheSameInStorageRulesAndCardOnSQLite(t *testing.T) {
	runIsTheSame(t, onSQLite(t), 40)
}

func TestARunIsTheSameInStorageRulesAndCardOnPostgres(t *testing.T) {
	runIsTheSame(t, onPostgres(t), 40)
}

const stepsOfALife = 40

func runIsTheSame(t *testing.T, db *storage.DB, lives int) {
	t.Helper()
	reached := map[string]int{}
	for seed := range lives {
		l := newLife(t, db, uint64(seed))
		for step := range stepsOfALife {
			did := l.step()
			if diff := l.differ(); diff != "" {
				t.Fatalf("life %d, step %d (%s), -storage +others\n%s", seed, step, did, diff)
			}
			l.count(reached)
		}
	}
	for _, s := range []string{"open", "in_progress", "completed", "failed", "cancelled", "waiting", "undone", "left_out", "run running", "run failed", "run cancelled", "run completed"} {
		if reached[s] == 0 {
			t.Errorf("no life came to %q", s)
		}
	}
}

// life is a run to which random things happen, with the holders of its tasks.
type life struct {
	t      *testing.T
	ctx    context.Context //nolint:containedctx // it is the test's own
	db     *storage.DB
	random *rand.Rand
	claim  assistant.Claim
	run    assistant.Run
	tasks  []assistant.Task
	held   map[assistant.TaskID]assistant.TaskClaim
	ids    *assistant.IDs
}

func newLife(t *testing.T, db *storage.DB, seed uint64) *life {
	t.Helper()
	l := &life{t: t, ctx: t.Context(), db: db, random: rand.New(rand.NewPCG(seed, 7)), held: map[assistant.TaskID]assistant.TaskClaim{}, ids: config().IDs}
	tenant, owner, err := db.Tenants.Bootstrap(l.ctx, assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	l.ok(err)
	_, err = db.Intake.Receive(l.ctx, assistant.Inbound{
		Tenant: tenant.ID, Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T1", Channel: "C1", Thread: fmt.Sprint("t", seed)},
		From: assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"}, Change: assistant.ChangeSaid, Text: "go", Key: fmt.Sprint("k", seed),
	})
	l.ok(err)
	claim, _, found, err := db.Mailboxes.Claim(l.ctx, tenant.ID, time.Hour)
	l.ok(err)
	if !found {
		t.Fatal("no conversation is ready")
	}
	l.claim = claim
	l.run = assistant.Run{
		ID: assistant.NewID[assistant.RunID](l.ids), Conversation: claim.Conversation, CreatedBy: assistant.Chief, RequestedBy: owner.ID, Title: "Run", Status: assistant.RunRunning,
	}
	for i, group := range []string{"A", "A", "B", "C"} {
		l.tasks = append(l.tasks, assistant.Task{
			ID: assistant.NewID[assistant.TaskID](l.ids), Run: l.run.ID, Conversation: claim.Conversation, Key: fmt.Sprint("s", i), Group: group, Order: i + 1,
			Owner: assistant.WebEngineer, Status: assistant.TaskOpen, Type: "create_page", Parameters: []byte(`{}`), Summary: "Do it", Effect: assistant.EffectReversible,
		})
	}
	l.ok(l.append(assistant.RunStarted{Run: l.run, Tasks: l.tasks}))
	return l
}

func (l *life) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

func told(b assistant.Body) assistant.Batch {
	return assistant.Batch{Messages: []assistant.Message{{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Content: b.Type(), Body: b}}}
}

func (l *life) append(b assistant.Body) error { return l.db.Mailboxes.Append(l.ctx, l.claim, told(b)) }

// step lets one thing happen. What storage refuses has not happened to anybody.
func (l *life) step() string {
	l.t.Helper()
	some := l.tasks[l.random.IntN(len(l.tasks))]
	var b assistant.Body
	var err error
	switch l.random.IntN(17) {
	case 0, 1:
		g := assistant.GroupStarted{Run: l.run.ID, Group: some.Group}
		if l.random.IntN(2) == 0 {
			g.Tasks = []assistant.TaskID{some.ID}
		}
		b, err = g, l.append(g)
	case 2, 3:
		c, w, found, err := storagetest.ClaimTask(l.ctx, l.db.Tasks, l.claim.Tenant, time.Hour)
		l.ok(err)
		if !found {
			return "nothing to claim"
		}
		l.held[w.Task.ID] = c
		return "claimed"
	case 4, 5, 6:
		c, found := l.held[some.ID]
		if !found {
			return "nobody holds it"
		}
		b = assistant.TaskStarted{Run: l.run.ID, Task: some.ID, Attempt: some.Attempt + 1}
		err = storagetest.AppendTask(l.ctx, l.db.Tasks, c, told(b))
	case 7, 8, 9:
		c, found := l.held[some.ID]
		if !found {
			return "nobody holds it"
		}
		b = l.ended(some.ID)
		if l.random.IntN(3) == 0 {
			b = assistant.TaskWaiting{Run: l.run.ID, Task: some.ID, Approval: assistant.NewID[assistant.ApprovalID](l.ids)}
		}
		delete(l.held, some.ID)
		err = storagetest.SettleTask(l.ctx, l.db.Tasks, c, nil, told(b))
	case 10:
		if _, found := l.held[some.ID]; found {
			return "somebody holds it"
		}
		b = l.ended(some.ID)
		err = l.append(b)
	case 11:
		b = assistant.RunFinished{Run: l.run.ID, Status: []assistant.RunStatus{assistant.RunCompleted, assistant.RunFailed, assistant.RunCancelled}[l.random.IntN(3)]}
		err = l.append(b)
	case 12:
		b = assistant.RetryRequested{Run: l.run.ID}
		if l.random.IntN(4) == 0 {
			b = assistant.StopRequested{Run: l.run.ID}
		}
		err = l.append(b)
	case 14:
		b = assistant.RetryRequested{Run: l.run.ID, Task: some.ID}
		if l.random.IntN(2) == 0 {
			b = assistant.StopRequested{Run: l.run.ID, Task: some.ID}
		}
		err = l.append(b)
	case 13:
		if some.Begun() {
			return "it has begun"
		}
		b = assistant.TaskFinished{Run: l.run.ID, Task: some.ID, Status: assistant.TaskCancelled, Result: assistant.Result{NotDone: assistant.NotDoneLeftOut}}
		err = l.append(b)
	default:
		u := assistant.Undone{Run: l.run.ID, Tasks: []assistant.UndoneTask{{Task: some.ID, Summary: "gone"}}}
		if l.random.IntN(3) == 0 {
			u.Tasks[0].Problem = &assistant.Problem{Message: assistant.Say("no")}
		}
		b, err = u, l.append(u)
	}
	l.happened(b, err)
	return b.Type()
}

func (l *life) ended(id assistant.TaskID) assistant.Body {
	how := []assistant.TaskStatus{assistant.TaskCompleted, assistant.TaskCompleted, assistant.TaskFailed, assistant.TaskCancelled}[l.random.IntN(4)]
	b := assistant.TaskFinished{Run: l.run.ID, Task: id, Status: how, Result: assistant.Result{Summary: assistant.Verbatim("done"), Undo: true}}
	if how == assistant.TaskFailed {
		b.Problem = &assistant.Problem{Message: assistant.Say("no")}
	}
	return b
}

func (l *life) happened(b assistant.Body, err error) {
	l.t.Helper()
	if errors.Is(err, assistant.ErrDecided) || errors.Is(err, assistant.ErrStopped) || errors.Is(err, assistant.ErrFenced) {
		return
	}
	l.ok(err)
	l.run, l.tasks = l.run.After(b), assistant.TasksAfter(l.tasks, b)
}

// standing is what is compared of a task.
type standing struct {
	Status            assistant.TaskStatus
	Approval          assistant.ApprovalID
	Attempt           int
	Released, Undone  bool
	Stopping, Alone   bool
	Result, HasFailed bool
	Shown             bots.TaskState
}

func standingOf(t assistant.Task) standing {
	return standing{Status: t.Status, Approval: t.Approval, Attempt: t.Attempt, Released: t.Released, Undone: t.Undone, Stopping: t.Stopping, Alone: t.Alone, Result: t.Result != nil, HasFailed: t.Problem != nil}
}

// shown is how people see a task that stands so, while its run has not ended for them.
func shown(t assistant.Task, over bool) bots.TaskState {
	switch {
	case t.Status == assistant.TaskCompleted && t.Undone:
		return bots.TaskUndone
	case t.LeftOut():
		return bots.TaskLeftOut
	case over && !t.Status.Ended():
		return bots.TaskCancelled
	case t.Status == assistant.TaskOpen && t.Approval != "":
		return bots.TaskWaiting
	case t.Status == assistant.TaskCancelled && t.Result != nil && t.Result.NotDone == assistant.NotDoneBefore:
		return bots.TaskNotBegun
	default:
		return bots.TaskState(t.Status)
	}
}

func (l *life) view() assistant.RunView {
	l.t.Helper()
	v, err := l.db.Runs.Run(l.ctx, l.claim.Tenant, l.run.ID)
	l.ok(err)
	return v
}

func (l *life) card() bots.RunCard {
	l.t.Helper()
	ms, err := l.db.Conversations.MessagesAfter(l.ctx, l.claim.Tenant, l.claim.Conversation, 0, 1000)
	l.ok(err)
	card, _ := bots.Fold(assistant.Slot("run:"+l.run.ID), ms, bots.Names{})
	run, found := card.(bots.RunCard)
	if !found {
		l.t.Fatalf("the run is drawn as a %T", card)
	}
	return run
}

// differ says how storage differs from the rules and from the card; "" where all agree. A stopped run is over for people when
// its end is said, and not before.
func (l *life) differ() string {
	l.t.Helper()
	v, card := l.view(), l.card()
	byStorage, others := map[assistant.TaskID]standing{}, map[assistant.TaskID]standing{}
	for _, t := range v.Tasks {
		s := standingOf(t)
		s.Shown = shown(t, v.Run.Status.Ended() && !card.Stopping)
		byStorage[t.ID] = s
	}
	for _, t := range l.tasks {
		others[t.ID] = standingOf(t)
	}
	for _, g := range card.Groups {
		for _, t := range g.Tasks {
			s := others[t.ID]
			s.Shown = t.State
			others[t.ID] = s
		}
	}
	status := card.Status
	if card.Stopping {
		status = assistant.RunCancelled
	}
	return cmp.Diff(byStorage, others) + cmp.Diff([]assistant.RunStatus{v.Run.Status, v.Run.Status}, []assistant.RunStatus{l.run.Status, status})
}

// count notes which states a life has come to, so that no test agrees for want of anything to agree on.
func (l *life) count(reached map[string]int) {
	card := l.card()
	reached["run "+string(card.Status)]++
	for _, g := range card.Groups {
		for _, t := range g.Tasks {
			reached[string(t.State)]++
		}
	}
}
