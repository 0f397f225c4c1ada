package slack_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
)

// reopened remembers which workspaces were opened.
type reopened struct {
	mu     sync.Mutex
	spaces []string
}

func (o *reopened) OpenSpace(_ context.Context, t assistant.TenantID, s assistant.Surface, space string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.spaces = append(o.spaces, strings.Join([]string{string(t), string(s), space}, " "))
	return nil
}

// However long a token was refused, what waits is tried again within seconds, and the first call that is answered opens the rest.
func TestATokenThatIsGoodAgainOpensWhatWaited(t *testing.T) {
	e := newEstate(t)
	var open reopened
	b := e.bot(func(c *slack.Config) { c.Reopens = &open })
	in := e.slack.Workspace("T2", "")
	in.AddChannel("C2")
	e.install(b, in, false)
	in.Void("invalid_auth")
	for range 12 {
		err := e.post(b, "T2", "C2")
		later, ok := errors.AsType[*bots.LaterError](err)
		if !ok || later.After > 10*time.Second {
			t.Fatalf("a token in doubt: %v", err)
		}
		e.later(later.After)
	}
	if len(open.spaces) > 0 {
		t.Fatalf("opened while the token is refused: %q", open.spaces)
	}
	in.Void("")
	for range 2 {
		if err := e.post(b, "T2", "C2"); err != nil {
			t.Fatalf("the token is good again: %v", err)
		}
	}
	install, tenant, err := e.db.Installs.InstallOf(t.Context(), "", "T2")
	if err != nil || len(open.spaces) != 1 || open.spaces[0] != string(tenant)+" slack "+install.Team {
		t.Errorf("opened: %q, %v", open.spaces, err)
	}
	in.Void("token_revoked")
	if err := e.post(b, "T2", "C2"); reason(err) != "token_revoked" {
		t.Fatalf("refused for good: %v", err)
	}
	e.install(b, in, false)
	if err := e.post(b, "T2", "C2"); err != nil {
		t.Errorf("installed again: %v", err)
	}
}
