package slack

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/assistant"
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
			Values map[string]map[string]field `json:"values"`
		} `json:"state"`
	} `json:"view"`
}

// field is one input of a form.
type field struct {
	Value    string `json:"value"`
	User     string `json:"selected_user"`
	Selected struct {
		Value string `json:"value"`
	} `json:"selected_option"`
}

// click is what an interaction means to us.
type click struct {
	at      *workspace
	kind    clickKind
	subject subject
	where   origin
	trigger string
	key     string
	fields  map[string]map[string]field // of a form
	from    assistant.Identity
	body    assistant.Body // of the act, where nothing more has to be read for it
	about   about
	in      assistant.Inbound // a question in a form of its own
}

// clickKind says what has to be done for a click.
type clickKind string

const (
	clickIgnored clickKind = ""
	clickAct     clickKind = "act"     // the body says it all
	clickRate    clickKind = "rate"    // as an act, and the person is thanked
	clickOption  clickKind = "option"  // an option of a question: its value has to be read
	clickForm    clickKind = "form"    // open the questions' form
	clickEdit    clickKind = "edit"    // open the form for a plan's changes
	clickAnswers clickKind = "answers" // the questions' form was sent
	clickChanges clickKind = "changes" // the form for a plan's changes was sent
	clickAbout   clickKind = "about"   // open the form for a question about a message
	clickAsked   clickKind = "asked"   // that form was sent
	clickSite    clickKind = "site"    // open the form for a site
	clickSaved   clickKind = "saved"   // that form was sent
	clickRole    clickKind = "role"    // open the form for a role
	clickRead    clickKind = "read"    // open the whole text of what is to be approved
	clickRoled   clickKind = "roled"   // that form was sent
)

// origin is where a private word to the person goes.
type origin struct {
	Channel string `json:"ch,omitempty"`
	Thread  string `json:"th,omitempty"`
}

// private is what a form carries along.
type private struct {
	Subject subject `json:"s"`
	Origin  origin  `json:"o"`
	About   *about  `json:"b,omitempty"`
}

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
	s, ok := readSubject(cmp.Or(a.Value, a.Selected.Value))
	if !ok {
		return
	}
	c.subject, c.trigger = s, i.Trigger
	c.where = origin{Channel: i.Channel.ID, Thread: cmp.Or(i.Message.Thread, i.Message.TS)}
	c.key = strings.Join([]string{"slack/act", i.Team.ID, i.User.ID, a.Action, a.Block, a.At}, "/")
	switch {
	case strings.HasPrefix(a.Action, actionOption) && s.Ask != "", a.Action == actionSelect && s.Ask != "":
		c.kind = clickOption
	case a.Action == actionForm && s.Ask != "":
		c.kind = clickForm
	case a.Action == actionPlanEdit && s.Plan != "":
		c.kind = clickEdit
	case a.Action == actionSiteAdd, a.Action == actionSite && s.Project != "":
		c.kind = clickSite
	case a.Action == actionRole:
		c.kind = clickRole
	case a.Action == actionRead && s.Approval != "":
		c.kind = clickRead
	default:
		if c.body = actBody(a.Action, s); c.body != nil {
			c.kind = clickAct
		}
		if a.Action == actionRate && c.kind == clickAct {
			c.kind = clickRate
		}
	}
}

// actBody is the act of a button whose value says it all; nil when the button is not one of ours.
func actBody(action string, s subject) assistant.Body {
	switch {
	case action == actionPlanApprove && s.Plan != "":
		return assistant.PlanDecided{Plan: s.Plan, Version: s.Version, Verdict: assistant.VerdictApproved}
	case action == actionPlanUnseen && s.Plan != "":
		return assistant.PlanDecided{Plan: s.Plan, Version: s.Version, Verdict: assistant.VerdictApproved, Unseen: true}
	case action == actionPlanReject && s.Plan != "":
		return assistant.PlanDecided{Plan: s.Plan, Version: s.Version, Verdict: assistant.VerdictRejected}
	case action == actionApprove && s.Approval != "":
		return assistant.ApprovalDecided{Approval: s.Approval, Verdict: assistant.VerdictApproved}
	case action == actionReject && s.Approval != "":
		return assistant.ApprovalDecided{Approval: s.Approval, Verdict: assistant.VerdictRejected}
	case action == actionStop && s.Run != "":
		return assistant.StopRequested{Run: s.Run}
	case action == actionRetry && s.Run != "":
		return assistant.RetryRequested{Run: s.Run}
	case action == actionRate && s.Message != "":
		return assistant.Rated{Message: s.Message, Good: s.Good}
	case strings.HasPrefix(action, actionUndoStep) && action != actionUndoStep && s.Task != "":
		return assistant.UndoRequested{Run: assistant.RunID(strings.TrimPrefix(action, actionUndoStep)), Task: s.Task}
	case action == actionUndo && s.Run != "":
		return assistant.UndoRequested{Run: s.Run}
	default:
		return nil
	}
}

// sent reads a form. The key is the form's: sending it again after it was refused is the same act.
func (c *click) sent(i interaction) {
	var p private
	if err := json.Unmarshal([]byte(i.View.Private), &p); err != nil {
		return
	}
	c.subject, c.where, c.fields = p.Subject, p.Origin, i.View.State.Values
	c.key = strings.Join([]string{"slack/view", i.Team.ID, i.User.ID, i.View.ID}, "/")
	switch {
	case i.View.Callback == callbackAnswers && p.Subject.Ask != "":
		c.kind = clickAnswers
	case i.View.Callback == callbackChanges && p.Subject.Plan != "":
		c.kind = clickChanges
		c.body = assistant.PlanDecided{
			Plan: p.Subject.Plan, Version: p.Subject.Version, Verdict: assistant.VerdictChanges,
			Note: strings.TrimSpace(c.fields[blockChanges][inputID].Value),
		}
	case i.View.Callback == callbackAbout:
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

// answers is the answer that a form gives: own words before a chosen option. A question left empty is there with no value.
func (c *click) answers(q assistant.Clarification) assistant.Answered {
	values := map[string]string{}
	for i, question := range q.Questions {
		values[question.Key] = ""
		if own := strings.TrimSpace(c.fields[blockOwn+itoa(i)][inputID].Value); own != "" {
			values[question.Key] = own
			continue
		}
		chosen := c.fields[blockChoice+itoa(i)][inputID].Selected.Value
		for j, o := range question.Options {
			if chosen == optionID(j) {
				values[question.Key] = o.Value
			}
		}
	}
	return assistant.Answered{Clarification: q.ID, Values: values}
}

// optionID names an option within a form: its position, since a value may be longer than Slack takes.
func optionID(i int) string { return "o" + itoa(i) }
