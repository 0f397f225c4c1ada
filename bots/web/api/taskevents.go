package api

import (
	"net/http"

	"github.com/aisteam/aisteam/bots/web/follow"
	"github.com/aisteam/aisteam/bots/web/request"
)

// taskEvents streams what comes of background tasks.
type taskEvents struct {
	tasks
	conversations *conversations
}

// events streams the log of the conversation that the task reports to. The stream is answered here: clients that are led to
// another address leave behind where they want to go on.
func (t taskEvents) events(w http.ResponseWriter, r *http.Request) (*follow.Follower, error) {
	b, err := t.find(r)
	if err != nil {
		return nil, err
	}
	one, err := t.talks.Conversation(r.Context(), t.owner.Tenant.ID, b.Conversation)
	if err != nil {
		return nil, request.Found(err, "conversation")
	}
	return t.conversations.follow(w, r, one.ID)
}
