package receive

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/discord/components"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// request is what an interaction means to us.
type request struct {
	kind    click.Then
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

// input is what was filled into an input of a form; false where the form had none of that name.
func (r *request) input(name string) (string, bool) {
	text, ok := r.fields[name]
	return text, ok
}

// What else an interaction asks for than a button of a card does.
const (
	requestPing    click.Then = "ping"
	requestCommand click.Then = "command"
	requestThought click.Then = "thought"  // show the thinking, or another page of it
	requestConfirm click.Then = "confirm"  // ask once more before what cannot be undone
	requestSure    click.Then = "sure"     // the answer to that
	requestHalt    click.Then = "halt"     // the answer that is being written shall end
	requestSuggest click.Then = "suggest"  // what an option may be, while it is typed
	requestAbout   click.Then = "about"    // open the form of "Ask about this"
	requestWritten click.Then = "written"  // the form for what an action is to be done with was sent
	requestForGood click.Then = "for_good" // the form for how long its like is approved was sent
	requestAnswers click.Then = "answers"  // the questions' form was sent
	requestChanges click.Then = "changes"  // the form for a plan's changes was sent
	requestTask    click.Then = "task"     // something about background tasks
	requestSetting click.Then = "setting"  // something about what people set for themselves
	requestAsked   click.Then = "asked"    // the form of "Ask about this" was sent
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
	switch {
	case s.Verb == components.VerbHalt:
		if thread := s.Thread(); thread == "" || rest.IsID(thread) {
			r.kind = requestHalt
		}
	case slices.Contains([]string{components.VerbThoughtTurn, components.VerbThoughtRun, components.VerbLeafTurn, components.VerbLeafRun}, s.Verb):
		r.kind = requestThought
	case components.IsSetting(s.Verb):
		r.kind, r.subject.Task = requestSetting, first(d.Values)
	case components.IsTask(s.Verb):
		r.kind, r.subject.Task = requestTask, first(d.Values)
	default:
		r.verb(first(d.Values))
	}
}

// verb reads a button of a card, with what was chosen.
func (r *request) verb(chosen string) {
	r.subject.Task = chosen
	verb, on, asks := r.subject.Press()
	r.kind, r.choice = verb.Then, on.Option
	switch {
	case asks:
		r.kind = requestConfirm
	case verb.About == click.OneOfOptions:
		r.choice = click.Chosen(chosen)
	case r.subject.Verb == components.VerbSure:
		r.kind = requestSure
	case verb.Then == click.ThenNote && verb.Note(on) == nil:
		r.kind = click.ThenNothing
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
	case components.VerbForGood:
		r.kind = requestForGood
	case components.VerbTaskWords:
		r.kind = requestTask
	case components.VerbSetting:
		r.kind = requestSetting
	case components.VerbAbout:
		if rest.IsID(s.ID) {
			r.kind, r.target, r.prompt = requestAsked, s.ID, strings.TrimSpace(r.fields[components.FieldPrompt])
		}
	}
}
