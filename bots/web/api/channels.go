package api

import (
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/request"
)

type channelJSON struct {
	Surface assistant.Surface `json:"surface"`
	Space   string            `json:"space"`
	ID      string            `json:"id"`
	Name    string            `json:"name,omitempty"`
}

// channels answers in which channels what happens may start tasks.
func (d hookDesk) channels(w http.ResponseWriter, r *http.Request) error {
	all, err := d.hooks.EventChannels(r.Context(), d.owner.Tenant.ID)
	if err != nil {
		return err
	}
	out := make([]channelJSON, 0, len(all))
	for _, c := range all {
		out = append(out, channelJSON{c.Surface, c.Space, c.ID, c.Name})
	}
	request.WriteJSON(w, http.StatusOK, struct {
		Channels []channelJSON `json:"channels"`
	}{out})
	return nil
}

// ruleChannel says whether what happens in a channel may start tasks.
func (d hookDesk) ruleChannel(w http.ResponseWriter, r *http.Request) error {
	var req struct {
		Surface assistant.Surface `json:"surface"`
		Space   string            `json:"space"`
		ID      string            `json:"id"`
		Allowed bool              `json:"allowed"`
	}
	if err := request.Decode(r, &req); err != nil {
		return err
	}
	c := assistant.Channel{Surface: req.Surface, Space: req.Space, ID: req.ID}
	if c.Surface != assistant.SurfaceSlack && c.Surface != assistant.SurfaceDiscord || c.Space == "" || c.ID == "" || len(c.Space)+len(c.ID) > assistant.HookKeyLimit {
		return assistant.BadInput(assistant.Say("It is not said which channel is meant."), assistant.Say("Give surface (slack or discord), space and id of the channel."))
	}
	c, err := d.hooks.RuleChannel(r.Context(), d.owner.Tenant.ID, assistant.Actor{Person: d.owner.Person.ID}, assistant.ChannelRule{Channel: c, Allowed: req.Allowed})
	if err != nil {
		return request.Found(err, "channel")
	}
	request.WriteJSON(w, http.StatusOK, struct {
		channelJSON

		Allowed bool `json:"allowed"`
	}{channelJSON{c.Surface, c.Space, c.ID, c.Name}, req.Allowed})
	return nil
}
