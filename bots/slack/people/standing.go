package people

import (
	"context"
	"errors"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Told reports the account whose standing an event brought. What was remembered of it is dropped and looked up again.
func (e *People) Told(w *workspace.Workspace, team string, u *slackapi.User) assistant.Identity {
	s, _ := standingOf(u, team, w.Org())
	e.names.known.Change(Account{team, u.ID}, func(k knownName, _ bool) knownName {
		k.until = e.names.now()
		return k
	})
	return assistant.Identity{Surface: assistant.SurfaceSlack, Space: team, External: u.ID, Standing: s}
}

// Standing asks Slack how an account stands, at leisure. Whom Slack does not know is there no more; what it does not answer says
// nothing.
func (e *People) Standing(ctx context.Context, of assistant.Identity) (assistant.Standing, error) {
	p, err := e.askName(ctx, Account{of.Space, of.External})
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "user_not_found" {
		return assistant.StandingGone, nil
	}
	if err != nil {
		return assistant.StandingUnknown, err
	}
	return p.standing, nil
}
