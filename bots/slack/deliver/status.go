package deliver

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// statusAfter is how long an answer may take before the thread shows that it is being worked on. Quicker answers speak
// for themselves.
const statusAfter = 400 * time.Millisecond

const (
	statusEvery = 90 * time.Second
	statusMost  = 80 // times: two hours
)

// Indicator shows in a thread that somebody is at work there, and in an agent session Slack's own stop button with it.
type Indicator struct {
	Spaces  *install.Registry
	Work    ongoing
	Log     *slog.Logger
	waiting waiting
}

// ongoing lists the runs of a place.
type ongoing interface {
	Ongoing(ctx context.Context, t assistant.TenantID, p assistant.Place, limit int) ([]assistant.RunView, error)
}

// waiting knows the threads where somebody was heard and nothing has been shown yet.
type waiting struct {
	mu     sync.Mutex
	timers map[assistant.Place]*time.Timer
	busy   map[assistant.Place]bool // agent sessions that Slack was told are at work
}

const busyLimit = 10_000

// atWork tells whether Slack was told that the session is at work.
func (w *waiting) atWork(p assistant.Place) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy[p]
}

func (w *waiting) work(p assistant.Place, on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy == nil || len(w.busy) >= busyLimit {
		w.busy = map[assistant.Place]bool{}
	}
	if delete(w.busy, p); on {
		w.busy[p] = true
	}
}

// Heard starts the wait for an answer in the thread. Slack clears a status by itself when the app posts.
func (i *Indicator) Heard(ctx context.Context, p assistant.Place) {
	i.keepStatus(ctx, p, assistant.ActivityThinking)
}

// keepStatus shows in a while what the assistant is doing in the thread, and again for as long as a run is at work there:
// Slack clears a status after two minutes. Whether one is, is looked up each time, since another process may have ended it.
func (i *Indicator) keepStatus(ctx context.Context, p assistant.Place, a assistant.Activity) {
	ctx = context.WithoutCancel(ctx) // it outlives the request
	i.waiting.mu.Lock()
	defer i.waiting.mu.Unlock()
	if _, running := i.waiting.timers[p]; running {
		return
	}
	if i.waiting.timers == nil {
		i.waiting.timers = map[assistant.Place]*time.Timer{}
	}
	left := statusMost
	var t *time.Timer
	t = time.AfterFunc(statusAfter, func() {
		i.waiting.mu.Lock()
		mine := t
		i.waiting.mu.Unlock()
		if left--; left < statusMost-1 {
			a = assistant.ActivityExecuting
			if left < 0 || !i.running(ctx, p) {
				i.waiting.drop(p, mine)
				return
			}
		}
		i.Status(ctx, p, a, "")
		i.waiting.again(p, mine)
	})
	i.waiting.timers[p] = t
}

// running tells whether a run is at work in the thread.
func (i *Indicator) running(ctx context.Context, p assistant.Place) bool {
	w, err := i.Spaces.Workspace(ctx, p.Space)
	if err != nil || i.Work == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	runs, err := i.Work.Ongoing(ctx, w.Tenant, p, 20)
	return err == nil && slices.ContainsFunc(runs, func(r assistant.RunView) bool { return r.Run.Status == assistant.RunRunning && !r.Waits() })
}

// again lets a timer run once more, unless its wait has ended meanwhile.
func (w *waiting) again(p assistant.Place, t *time.Timer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timers[p] == t {
		t.Reset(statusEvery)
	}
}

func (w *waiting) drop(p assistant.Place, t *time.Timer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timers[p] == t {
		delete(w.timers, p)
	}
}

// shown ends the wait: the thread has something to look at. It tells whether there was one.
func (i *Indicator) shown(p assistant.Place) bool {
	i.waiting.mu.Lock()
	defer i.waiting.mu.Unlock()
	t, ok := i.waiting.timers[p]
	if ok {
		t.Stop()
		delete(i.waiting.timers, p)
	}
	return ok
}

// Entitle names a direct message's thread by the words that began it.
func (i *Indicator) Entitle(ctx context.Context, w *workspace.Workspace, p assistant.Place, text string) {
	text = bots.Clip(bots.OneLine(text), blocks.LimitTitle)
	if text == "" {
		return
	}
	if w.Agent.Load() {
		_, err := w.Client.SetAgentSessionStatusContext(ctx, slackapi.AgentSessionSetStatusParameters{
			Status: slackapi.AgentSessionStatusActive, ChannelID: p.Channel, ThreadTS: p.Thread, Title: text,
		})
		if err := w.Answered(ctx, "agents.sessions.setStatus", err); err != nil {
			i.Log.DebugContext(ctx, "slack session not entitled", slog.Any("err", err))
		}
		return
	}
	err := w.Client.SetAssistantThreadsTitleContext(ctx, slackapi.AssistantThreadsSetTitleParameters{
		ChannelID: p.Channel, ThreadTS: p.Thread, Title: text,
	})
	if err := w.Answered(ctx, "assistant.threads.setTitle", err); err != nil {
		i.Log.DebugContext(ctx, "slack thread not entitled", slog.Any("err", err))
	}
}

// busy tells Slack whether the card leaves the assistant at work: an app of the agent generation in its session, where
// Slack shows its stop button as long as it is, and elsewhere in the thread's status.
func (i *Indicator) busy(ctx context.Context, w *workspace.Workspace, p assistant.Place, c bots.Card) {
	card, run := c.(bots.RunCard)
	works := run && !c.Settled() && !card.Waits()
	if !w.Agent.Load() || !strings.HasPrefix(p.Channel, "D") {
		switch {
		case works:
			i.keepStatus(ctx, p, assistant.ActivityExecuting)
		case run && i.shown(p):
			i.Status(ctx, p, assistant.ActivityNone, "") // an edit, unlike a post, clears nothing
		}
		return
	}
	switch at := i.waiting.atWork(p); {
	case works && !at:
		i.Session(ctx, w, p, slackapi.AgentSessionStatusProcessing)
	case (c.Settled() || run && !works) && at:
		i.Session(ctx, w, p, slackapi.AgentSessionStatusActive)
	}
}

// Session sets the state of an agent session; after a stop, too, Slack leaves that to the app.
func (i *Indicator) Session(ctx context.Context, w *workspace.Workspace, p assistant.Place, status string) {
	const method = "agents.sessions.setStatus"
	if w.Pace.Hold(method) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	i.waiting.work(p, status == slackapi.AgentSessionStatusProcessing)
	_, err := w.Client.SetAgentSessionStatusContext(ctx, slackapi.AgentSessionSetStatusParameters{
		Status: status, ChannelID: p.Channel, ThreadTS: p.Thread,
	})
	if err := w.Answered(ctx, method, err); err != nil {
		i.Log.DebugContext(ctx, "slack session status not set", slog.Any("err", err))
	}
}

// Status shows what the assistant is doing right now under the thread. It is best effort: what fails is logged and
// forgotten, and it takes two seconds at most. text is the words after the app's name; "" chooses them by the activity.
func (i *Indicator) Status(ctx context.Context, p assistant.Place, a assistant.Activity, text string) {
	const method = "assistant.threads.setStatus"
	w, err := i.Spaces.Workspace(ctx, p.Space)
	if err != nil || p.Thread == "" || w.Pace.Hold(method) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if w.Agent.Load() && strings.HasPrefix(p.Channel, "D") && a != assistant.ActivityNone {
		i.Session(ctx, w, p, slackapi.AgentSessionStatusProcessing)
		return
	}
	if text == "" {
		text = activityText(a)
	}
	err = w.Client.SetAssistantThreadsStatusContext(ctx, slackapi.AssistantThreadsSetStatusParameters{
		ChannelID: p.Channel, ThreadTS: p.Thread, Status: bots.Clip(bots.OneLine(text), 100),
	})
	if err := w.Answered(ctx, method, err); err != nil {
		i.Log.DebugContext(ctx, "status not shown", slog.Any("err", err))
	}
}

func activityText(a assistant.Activity) string {
	switch a {
	case assistant.ActivityThinking:
		return "is thinking…"
	case assistant.ActivityRouting:
		return "is deciding who should handle this…"
	case assistant.ActivityPlanning:
		return "is planning…"
	case assistant.ActivityExecuting:
		return "is at work…"
	case assistant.ActivityValidating:
		return "is checking the result…"
	case assistant.ActivityNone, assistant.ActivityWaiting:
		return ""
	default:
		return ""
	}
}
