package payload

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/view"
)

// Interaction is what Slack posts when somebody clicks or sends a form. Only what is needed is read.
type Interaction struct {
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

// Click is what an interaction means to us.
type Click struct {
	Kind    click.Then
	Subject blocks.Subject
	Where   blocks.Origin
	Trigger string
	Key     string
	Fields  blocks.Fields // of a form
	From    assistant.Identity
	Body    assistant.Body // of the act, where nothing more has to be read for it
	About   blocks.About
	Was     string            // what a background task was when words about it were read
	Edit    string            // what they want to be different
	Setting string            // the person's own setting that a form changes
	In      assistant.Inbound // a question in a form of its own
}

// What else a click asks for than its button does: what a form was sent for.
const (
	ClickTaskWords   click.Then = "task_words"   // that form was sent
	ClickTaskSo      click.Then = "task_so"      // and its reading agreed to
	ClickAnswers     click.Then = "answers"      // the questions' form was sent
	ClickChanges     click.Then = "changes"      // the form for a plan's changes was sent
	ClickRewritten   click.Then = "rewritten"    // the form for what an action is to be done with was sent
	ClickStanding    click.Then = "for_good"     // the form for how long the like of an action is approved was sent
	ClickAbout       click.Then = "about"        // open the form for a question about a message
	ClickAsked       click.Then = "asked"        // that form was sent
	ClickSaved       click.Then = "saved"        // the form for a site was sent
	ClickSiteDeleted click.Then = "site_deleted" // that was answered with yes
	ClickRoled       click.Then = "roled"        // the form for a role was sent
	ClickSetting     click.Then = "setting"      // the form in which one of the person's own settings is chosen was sent
	ClickSet         click.Then = "set"          // the form for that setting was sent
)

// ReadInteraction reads a payload. The error says that it is no interaction at all.
func ReadInteraction(raw []byte) (Interaction, error) {
	var i Interaction
	if err := json.Unmarshal(raw, &i); err != nil {
		return i, errors.Join(ErrMalformed, err)
	}
	return i, nil
}

// Read turns an interaction into what it means. It is pure.
func (i Interaction) Read() Click {
	if i.User.ID == "" {
		return Click{}
	}
	c := Click{From: assistant.Identity{
		Surface: assistant.SurfaceSlack, Space: i.Team.ID, External: i.User.ID, Name: cmp.Or(i.User.Username, i.User.Name),
		Standing: StandingSeen(i.User.Team, i.Team.ID),
	}}
	switch i.Type {
	case "block_actions":
		c.pressed(i)
	case "view_submission":
		c.Sent(i)
	case "message_action":
		c.shortcut(i)
	}
	return c
}

// pressed reads a button. Slack sends one action at a time.
func (c *Click) pressed(i Interaction) {
	if len(i.Actions) == 0 {
		return
	}
	a := i.Actions[0]
	s, ok := blocks.ReadSubject(cmp.Or(a.Value, a.Selected.Value))
	if !ok {
		return
	}
	c.Subject, c.Trigger = s, i.Trigger
	c.Where = blocks.Origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.Key = strings.Join([]string{"slack/act", i.Team.ID, i.User.ID, a.Action, a.Block, a.At}, "/")
	c.Kind, c.Body = blocks.ReadPress(a.Action, s)
}

// Sent reads a form. The key is the form's: sending it again after it was refused is the same act.
func (c *Click) Sent(i Interaction) {
	var p blocks.FormState
	if err := json.Unmarshal([]byte(i.View.Private), &p); err != nil {
		return
	}
	c.Subject, c.Where, c.Fields = p.Subject, p.Origin, i.View.State.Values
	c.Key = strings.Join([]string{"slack/view", i.Team.ID, i.User.ID, i.View.ID}, "/")
	switch form := assistant.FormName(i.View.Callback); {
	case form == assistant.FormAnswers && p.Subject.Ask != "":
		c.Kind = ClickAnswers
	case form == assistant.FormChanges && (p.Subject.Plan != "" || p.Subject.Approval != ""):
		c.Kind = ClickChanges
		c.Body = click.Changes(view.On{Plan: p.Subject.Plan, Version: p.Subject.Version, Approval: p.Subject.Approval}, c.Fields.Words(view.FieldChanges))
	case form == assistant.FormArguments && p.Subject.Approval != "":
		c.Kind = ClickRewritten
	case form == assistant.FormStanding && p.Subject.Approval != "":
		c.Kind = ClickStanding
	case form == assistant.FormAbout:
		c.askedAbout(i, p)
	case form == blocks.CallbackSite:
		c.Kind = ClickSaved
	case form == blocks.CallbackSiteDelete && p.Subject.Project != "":
		c.Kind = ClickSiteDeleted
	case form == assistant.FormSettings:
		c.Kind = ClickSetting
	case form == assistant.FormSetting && p.Setting != "":
		c.Kind, c.Setting = ClickSet, p.Setting
	case form == blocks.CallbackRole:
		c.Kind = ClickRoled
	case form == assistant.FormTaskEdit && p.Subject.Background != "":
		c.Kind = ClickTaskWords
	case form == blocks.CallbackTaskReading && p.Subject.Background != "":
		c.Kind, c.Was, c.Edit = ClickTaskSo, p.Was, p.Edit
	}
}

// shortcut reads the message shortcut.
func (c *Click) shortcut(i Interaction) {
	if i.Callback != string(assistant.FormAbout) || i.Channel.ID == "" || i.Message.TS == "" {
		return
	}
	c.Kind, c.Trigger = ClickAbout, i.Trigger
	c.Where = blocks.Origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.About = blocks.About{TS: i.Message.TS, Text: bots.Clip(i.Message.Text, 1000)}
}

// askedAbout reads the form: a question in the thread of the message.
func (c *Click) askedAbout(i Interaction, p blocks.FormState) {
	text := c.Fields.Words(blocks.FieldAbout)
	if p.About == nil || p.Origin.Channel == "" || p.Origin.Thread == "" || text == "" {
		return
	}
	c.Kind, c.About = ClickAsked, *p.About
	c.In = assistant.Inbound{
		From: c.From, Change: assistant.ChangeSaid, Text: text, Key: c.Key, ExternalID: p.Origin.Channel + "/" + i.View.ID,
		Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: i.Team.ID, Channel: p.Origin.Channel, Thread: p.Origin.Thread},
	}
}
