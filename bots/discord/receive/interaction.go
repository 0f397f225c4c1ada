package receive

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// request is what an interaction means to us.
type request struct {
	kind    requestKind
	id      string // of the interaction
	token   string
	from    author
	guild   string
	channel string
	rest.Kind
	command string // its name
	prompt  string // what was asked for
	target  string // the message that is asked about
	root    string // the message that the one that was clicked replies to, "" for none
	run     string // an option: one of the person's runs, by id or title
	agent   string // an option: who shall answer, by id or name
	focused string // the option that is being typed
	subject components.Subject
	choice  int               // the chosen option's position
	fields  map[string]string // of a form
}

// requestKind says what has to be done for an interaction.
type requestKind string

const (
	requestIgnored requestKind = ""
	requestPing    requestKind = "ping"
	requestCommand requestKind = "command"
	requestRate    requestKind = "rate"    // as an act, and the person is thanked
	requestThought requestKind = "thought" // show the thinking, or another page of it
	requestConfirm requestKind = "confirm" // ask once more before what cannot be undone
	requestSure    requestKind = "sure"    // the answer to that
	requestHalt    requestKind = "halt"    // the answer that is being written shall end
	requestSuggest requestKind = "suggest" // what an option may be, while it is typed
	requestAbout   requestKind = "about"   // open the form of "Ask about this"
	requestRead    requestKind = "read"    // show the whole text of what is to be approved
	requestAct     requestKind = "act"     // the subject says it all
	requestOption  requestKind = "option"  // an option of a question: its value has to be read
	requestForm    requestKind = "form"    // open the questions' form
	requestEdit    requestKind = "edit"    // open the form for a plan's changes
	requestChange  requestKind = "change"  // open the form for what an action is to be done with
	requestWritten requestKind = "written" // that form was sent
	requestAnswers requestKind = "answers" // the questions' form was sent
	requestChanges requestKind = "changes" // the form for a plan's changes was sent
	requestTask    requestKind = "task"    // something about background tasks
	requestHush    requestKind = "hush"    // no direct messages for a while
	requestAsked   requestKind = "asked"   // the form of "Ask about this" was sent
)

// readInteraction turns a body into what it means. It is pure. The error says that the body is no interaction at all.
func readInteraction(raw []byte) (request, error) {
	var i interaction
	if err := json.Unmarshal(raw, &i); err != nil {
		return request{}, errors.Join(errMalformed, err)
	}
	if i.Type == kindPing {
		return request{kind: requestPing}, nil
	}
	who, nick := i.Member.User, i.Member.Nick
	if who.ID == "" {
		who = i.User
	}
	r := request{
		root: i.Message.Reference.Message,
		id:   i.ID, token: i.Token, guild: i.Guild, channel: cmp.Or(i.Channel.ID, i.ChannelID), Kind: rest.Kind(i.Channel.Type),
		from: author{id: who.ID, name: cmp.Or(nick, who.Name()), roles: rolesIn(i.Guild, i.Member.Roles), in: i.Guild, language: assistant.LanguageOf(i.Locale)},
	}
	if !rest.IsID(r.id) || !rest.IsID(who.ID) || !rest.IsID(r.channel) || r.guild != "" && !rest.IsID(r.guild) || r.root != "" && !rest.IsID(r.root) || !plainToken(r.token) {
		return request{}, errMalformed
	}
	if r.guild == "" && i.Channel.ID == "" {
		r.Kind = rest.KindDirect
	}
	var d interactionData
	if err := json.Unmarshal(i.Data, &d); err != nil {
		return r, nil //nolint:nilerr // an interaction of a kind that is not known yet is answered, not refused
	}
	switch i.Type {
	case kindCommand:
		r.commanded(d)
	case kindTyping:
		r.commanded(d)
		r.kind = requestSuggest
	case kindComponent:
		r.pressed(d)
	case kindForm:
		r.sent(d)
	}
	return r, nil
}

// plainToken tells whether an interaction's token can be a part of an address.
func plainToken(s string) bool {
	return s != "" && len(s) < 1000 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' && r != '='
	})
}

func (r *request) commanded(d interactionData) {
	if d.Name == commandAbout {
		if rest.IsID(d.Target) {
			r.kind, r.target = requestAbout, d.Target
		}
		return
	}
	r.kind, r.command = requestCommand, d.Name
	for _, o := range d.Options {
		r.links(o.Name, o.Value)
		var text string
		if json.Unmarshal(o.Value, &text) != nil {
			continue
		}
		switch text = strings.TrimSpace(text); o.Name {
		case optionPrompt:
			r.prompt = text
		case optionRun:
			r.run = text
		case optionAgent:
			r.agent = text
		}
		if o.Focused {
			r.focused = o.Name
		}
	}
}

func (r *request) pressed(d interactionData) {
	s, ok := components.ReadID(d.CustomID)
	if !ok {
		return
	}
	r.subject = s
	switch s.Verb {
	case components.VerbOption:
		r.kind, r.choice = requestOption, s.Numbers[1]
	case components.VerbSelect:
		r.kind, r.choice = requestOption, click.Chosen(first(d.Values))
	case components.VerbForm:
		r.kind = requestForm
	case components.VerbPlanEdit, components.VerbSendBack:
		r.kind = requestEdit
	case components.VerbConfirm, components.VerbAlways:
		r.kind = requestConfirm
	case components.VerbSure, components.VerbAlwaysSure:
		r.kind = requestSure
	case components.VerbHalt:
		if thread := s.Thread(); thread == "" || rest.IsID(thread) {
			r.kind = requestHalt
		}
	case components.VerbRateUp, components.VerbRateDown:
		r.kind = requestRate
	case components.VerbUndoStep:
		if r.subject.Task = first(d.Values); r.subject.Act() != nil {
			r.kind = requestAct
		}
	case components.VerbChange:
		r.kind = requestChange
	case components.VerbHushHours, components.VerbHushMonday:
		r.kind = requestHush
	case components.VerbRead, components.VerbReadPage:
		r.kind = requestRead
	case components.VerbThoughtTurn, components.VerbThoughtRun, components.VerbLeafTurn, components.VerbLeafRun:
		r.kind = requestThought
	default:
		switch {
		case components.IsTask(s.Verb):
			r.kind, r.subject.Task = requestTask, first(d.Values)
		case s.Act() != nil:
			r.kind = requestAct
		}
	}
}

func (r *request) sent(d interactionData) {
	s, ok := components.ReadID(d.CustomID)
	if !ok {
		return
	}
	r.subject, r.fields = s, fields(d.Parts)
	switch s.Verb {
	case components.VerbAnswers:
		r.kind = requestAnswers
	case components.VerbPlanChanges, components.VerbSentBack:
		r.kind = requestChanges
	case components.VerbRewritten:
		r.kind = requestWritten
	case components.VerbTaskWords:
		r.kind = requestTask
	case components.VerbAbout:
		if rest.IsID(s.ID) {
			r.kind, r.target, r.prompt = requestAsked, s.ID, strings.TrimSpace(r.fields[components.InputPrompt])
		}
	}
}
