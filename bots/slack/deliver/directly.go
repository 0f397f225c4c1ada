package deliver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// directGap stands between the channel of direct messages and the message in it, in the id of what was posted there: edits go to
// the channel, and it is known only from the answer to the post.
const directGap = ","

// postDirectly sends a card to somebody. It is posted to the user's id, for which chat:write is enough. Whoever takes no direct
// messages refuses it, and is called in another way; nothing is said in its stead.
func (o *Posts) postDirectly(ctx context.Context, p assistant.Place, user string, c bots.Card, nonce string) (string, error) {
	if !isUser(user) {
		return "", &bots.RefusedError{Reason: "no_user", Closed: true, Err: fmt.Errorf("%q is no user of Slack", user)}
	}
	w, err := o.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", workspace.NotThere(err)
	}
	l, ok := o.Drawings.Of(ctx, w).Render(c)
	if !ok {
		return "", &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	}
	var less bots.Lesser
	channel := ""
	ts, err := less.Take(o.Sender.sayInto(ctx, w, assistant.Place{Surface: p.Surface, Space: p.Space, Channel: user}, l, mark{Nonce: nonce}, &channel))
	if err != nil {
		return "", err
	}
	o.Directs.Put(p.Space, user, channel)
	return channel + directGap + ts, less.Left()
}

// editDirectly is Edit for direct messages.
func (o *Posts) editDirectly(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	channel, ts, ok := strings.Cut(ref, directGap)
	if !ok {
		return &bots.RefusedError{Reason: "message_not_found", Closed: true, Err: errors.New("the channel of a direct message is not known")}
	}
	return o.Edit(ctx, assistant.Place{Surface: p.Surface, Space: p.Space, Channel: channel}, ts, c)
}

// findDirectly is Find for direct messages. If it is unknown whether there is a channel with the person, the message cannot be
// found and is not sent again: nobody is called twice.
func (o *Posts) findDirectly(ctx context.Context, p assistant.Place, user, nonce string) (string, bool, error) {
	w, err := o.Spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", false, workspace.NotThere(err)
	}
	channel, known, err := o.Directs.lookUp(ctx, w, p.Space, user)
	switch {
	case err != nil:
		return "", false, err
	case !known:
		return "", false, &bots.RefusedError{Reason: "direct_messages_unknown", Closed: true, Err: errors.New("the channel of direct messages is not known")}
	case channel == "":
		return "", false, nil // nothing was ever sent to them
	}
	ts, err := inDirect(ctx, w, channel, nonce)
	if err != nil || ts == "" {
		return "", false, err
	}
	return channel + directGap + ts, true, nil
}
