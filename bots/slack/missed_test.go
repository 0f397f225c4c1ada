package slack_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/storage"
)

// recollection is what was heard, as the inbox has it, in the workspaces that the database has.
type recollection struct {
	*inbox

	installs storage.Installs
}

// Served implements [slack.Backlog].
func (r recollection) Served(ctx context.Context, limit int) ([]assistant.Served, error) {
	return r.installs.Served(ctx, limit)
}

// forgetful makes a bot of an estate that reads back without any pace, and installs it in workspaces with a channel each,
// in which somebody has spoken with it once.
func (e *estate) forgetful(teams ...string) (*slack.Bot, []*fakeslack.Server) {
	e.t.Helper()
	b := e.bot(func(c *slack.Config) {
		c.Backlog, c.Pace.ReadBackEvery = recollection{e.inbox, e.db.Installs}, time.Nanosecond
	})
	var all []*fakeslack.Server
	for _, team := range teams {
		in := e.slack.Workspace(team, "")
		in.AddChannel("C" + team)
		e.install(b, in, false)
		if _, heard := e.mention(in, "C"+team); !heard {
			e.t.Fatalf("%s is not heard", team)
		}
		all = append(all, in)
	}
	return b, all
}

// missed says something that nobody hears.
func missed(in *fakeslack.Server) {
	in.Write("C"+in.Team, "", "UANNA", "<@"+in.BotUser+"> missed in "+in.Team)
}

func (e *estate) readBack() []string {
	var out []string
	for _, text := range e.inbox.texts() {
		if rest, ok := strings.CutPrefix(text, "said: missed in "); ok {
			out = append(out, rest)
		}
	}
	slices.Sort(out)
	return out
}

func TestEveryInstalledWorkspaceIsReadBackOnceForItsOwnTenant(t *testing.T) {
	e := newEstate(t)
	b, teams := e.forgetful("T2", "T3")
	for _, in := range teams {
		missed(in)
	}
	for range 2 {
		b.CatchUp(t.Context())
	}
	if d := cmp.Diff([]string{"T2", "T3"}, e.readBack()); d != "" {
		t.Error(d)
	}
	for _, in := range e.inbox.received {
		if _, owner, err := e.db.Installs.InstallOf(t.Context(), "", in.Place.Space); err != nil || in.Tenant != owner {
			t.Errorf("what was said in %s, which is %s's, was taken for %s: %v", in.Place.Space, owner, in.Tenant, err)
		}
	}
}

// A workspace whose token was ended while nobody listened holds no other back.
func TestAWorkspaceThatIsLostHoldsNoOtherBack(t *testing.T) {
	e := newEstate(t)
	b, teams := e.forgetful("T2", "T3", "T4")
	for _, in := range teams {
		missed(in)
	}
	teams[1].Void("account_inactive")
	b.CatchUp(t.Context())
	if d := cmp.Diff([]string{"T2", "T4"}, e.readBack()); d != "" {
		t.Error(d)
	}
	if said := e.said.String(); !strings.Contains(said, "not read back") || !strings.Contains(said, "team=T3") {
		t.Errorf("nothing is logged of it: %s", said)
	}
}

// A workspace of which Slack wants to hear nothing for an hour is waited for alone.
func TestAWorkspaceThatSlackPutsOffHoldsNoOtherBack(t *testing.T) {
	e := newEstate(t)
	b, teams := e.forgetful("T2", "T3", "T4")
	for _, in := range teams {
		missed(in)
	}
	e.slack.Fault("conversations.history", fakeslack.Fault{Status: 429, RetryAfter: time.Hour}) // whichever comes first
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { b.CatchUp(ctx) })
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	for look := time.NewTicker(10 * time.Millisecond); len(e.readBack()) < 2; {
		select {
		case <-look.C:
		case <-within.Done():
			t.Fatalf("only %v; the log:\n%s", e.readBack(), e.said.String())
		}
	}
	cancel()
	done.Wait()
	if got := e.readBack(); len(got) != 2 {
		t.Errorf("read although it was put off: %v", got)
	}
}
