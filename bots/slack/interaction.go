package slack

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// interaction is what Slack posts when somebody clicks or sends a form. Only what is needed is read.
type interaction struct {
	Type     string `json:"type"`
	Callback string `json:"callback_id"`
	Trigger  string `json:"trigger_id"`
	Whole    bool   `json:"is_enterprise_install"`
	Team     struct {
		ID         string `json:"id"`
		Enterprise string `json:"enterprise_id"`
	} `json:"team"`
	Enterprise struct {
		ID string `json:"id"`
	} `json:"enterprise"`
	User struct {
		ID       string `json:"id"`
		Team     string `json:"team_id"`
		Name     string `json:"name"`
		Username string `json:"username"`
	} `json:"user"`
	Channel struct {
		ID string `json:"id"`
	} `json:"channel"`
	Message struct {
		TS     string `json:"ts"`
		Thread string `json:"thread_ts"`
		User   string `json:"user"`
		Text   string `json:"text"`
	} `json:"message"`
	Actions []struct {
		Action   string `json:"action_id"`
		Block    string `json:"block_id"`
		Value    string `json:"value"`
		At       string `json:"action_ts"`
		Selected struct {
			Value string `json:"value"`
		} `json:"selected_option"`
	} `json:"actions"`
	View struct {
		ID       string `json:"id"`
		Callback string `json:"callback_id"`
		Private  string `json:"private_metadata"`
		State    struct {
			Values blocks.Fields `json:"values"`
		} `json:"state"`
	} `json:"view"`
}

// click is what an interaction means to us.
type click struct {
	at      *workspace
	kind    clickKind
	subject blocks.Subject
	where   blocks.Origin
	trigger string
	key     string
	fields  blocks.Fields // of a form
	from    assistant.Identity
	body    assistant.Body // of the act, where nothing more has to be read for it
	about   blocks.About
	in      assistant.Inbound // a question in a form of its own
}

// clickKind says what has to be done for a click.
type clickKind string

const (
	clickIgnored clickKind = clickKind(blocks.PressNothing)
	clickAct     clickKind = clickKind(blocks.PressAct)
	clickRate    clickKind = clickKind(blocks.PressRate)
	clickOption  clickKind = clickKind(blocks.PressOption)
	clickForm    clickKind = clickKind(blocks.PressForm)
	clickEdit    clickKind = clickKind(blocks.PressEdit)
	clickRead    clickKind = clickKind(blocks.PressRead)
	clickSite    clickKind = clickKind(blocks.PressSite)
	clickRole    clickKind = clickKind(blocks.PressRole)
	clickAnswers clickKind = "answers" // the questions' form was sent
	clickChanges clickKind = "changes" // the form for a plan's changes was sent
	clickAbout   clickKind = "about"   // open the form for a question about a message
	clickAsked   clickKind = "asked"   // that form was sent
	clickSaved   clickKind = "saved"   // the form for a site was sent
	clickRoled   clickKind = "roled"   // the form for a role was sent
)

// readInteraction reads a payload. The error says that it is no interaction at all.
func readInteraction(raw []byte) (interaction, error) {
	var i interaction
	if err := json.Unmarshal(raw, &i); err != nil {
		return i, errors.Join(errMalformed, err)
	}
	return i, nil
}

// read turns an interaction into what it means. It is pure.
func (i interaction) read() click {
	if i.User.ID == "" {
		return click{}
	}
	c := click{from: assistant.Identity{
		Surface: assistant.SurfaceSlack, Space: i.Team.ID, External: i.User.ID, Name: cmp.Or(i.User.Username, i.User.Name),
		Standing: elsewhere(i.User.Team, i.Team.ID),
	}}
	switch i.Type {
	case "block_actions":
		c.pressed(i)
	case "view_submission":
		c.sent(i)
	case "message_action":
		c.shortcut(i)
	}
	return c
}

// pressed reads a button. Slack sends one action at a time.
func (c *click) pressed(i interaction) {
	if len(i.Actions) == 0 {
		return
	}
	a := i.Actions[0]
	s, ok := blocks.ReadSubject(cmp.Or(a.Value, a.Selected.Value))
	if !ok {
		return
	}
	c.subject, c.trigger = s, i.Trigger
	c.where = blocks.Origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.key = strings.Join([]string{"slack/act", i.Team.ID, i.User.ID, a.Action, a.Block, a.At}, "/")
	press, body := blocks.ReadPress(a.Action, s)
	c.kind, c.body = clickKind(press), body
}

// sent reads a form. The key is the form's: sending it again after it was refused is the same act.
func (c *click) sent(i interaction) {
	var p blocks.FormState
	if err := json.Unmarshal([]byte(i.View.Private), &p); err != nil {
		return
	}
	c.subject, c.where, c.fields = p.Subject, p.Origin, i.View.State.Values
	c.key = strings.Join([]string{"slack/view", i.Team.ID, i.User.ID, i.View.ID}, "/")
	switch {
	case i.View.Callback == blocks.CallbackAnswers && p.Subject.Ask != "":
		c.kind = clickAnswers
	case i.View.Callback == blocks.CallbackChanges && p.Subject.Plan != "":
		c.kind = clickChanges
		c.body = assistant.PlanDecided{
			Plan: p.Subject.Plan, Version: p.Subject.Version, Verdict: assistant.VerdictChanges,
			Note: c.fields.Words(blocks.BlockChanges),
		}
	case i.View.Callback == blocks.CallbackAbout:
		c.askedAbout(i, p)
	case i.View.Callback == callbackSite:
		c.kind = clickSaved
	case i.View.Callback == callbackRole:
		c.kind = clickRoled
	}
}

// option is the answer that a click on an option gives.
func (c *click) option(q assistant.Clarification) (assistant.Answered, bool) {
	i, j := c.subject.Question, c.subject.Option
	if i < 0 || i >= len(q.Questions) || j < 0 || j >= len(q.Questions[i].Options) {
		return assistant.Answered{}, false
	}
	return assistant.Answered{
		Clarification: q.ID, Values: map[string]string{q.Questions[i].Key: q.Questions[i].Options[j].Value},
	}, true
}
