package rest

import (
	"context"
	"errors"
	"net/http"
)

// DirectTo opens the channel of direct messages with a user, which stays the same; Discord is asked once.
func (c *Client) DirectTo(ctx context.Context, user string) (string, error) {
	if id, ok := c.directs.Of(user); ok {
		return id, nil
	}
	var opened struct {
		ID string `json:"id"`
	}
	in := struct {
		Recipient string `json:"recipient_id"`
	}{user}
	if err := c.Call(ctx, Route{http.MethodPost, "users/@me/channels", ""}, "users/@me/channels", in, &opened); err != nil {
		return "", err
	}
	if !IsID(opened.ID) {
		return "", errors.New("discord: a direct channel without an id")
	}
	c.directs.Keep(user, opened.ID)
	return opened.ID, nil
}
