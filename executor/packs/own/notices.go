package own

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// asAsked is the argument for being told in the conversation that it belongs to.
const asAsked = "where_it_was_asked"

// Notices are the arguments of choose_notices.
type Notices struct {
	Topics []assistant.Topic `json:"topics,omitempty" jsonschema:"what is told elsewhere from now on, or no longer"`
	At     string            `json:"at,omitempty" jsonschema:"where the topics are told from now on; nowhere where they want to hear of them no longer"`
	Only   []assistant.Topic `json:"only,omitempty" jsonschema:"where they want to hear of nothing but these: all others but decisions are told nowhere"`
	Again  []assistant.Topic `json:"again,omitempty" jsonschema:"what they want to hear of again, where they had turned it off"`

	Decisions string `json:"decisions,omitempty" jsonschema:"where decisions are told, as the next three: each topic at a place of its own"`
	Results   string `json:"results,omitempty"`
	Failures  string `json:"failures,omitempty"`
	Digests   string `json:"digests,omitempty"`
}

// places are where somebody may hear of something.
func places() []assistant.HearAt {
	return []assistant.HearAt{assistant.HearThere, assistant.HearSlack, assistant.HearDiscord, assistant.HearPush, assistant.HearMail, assistant.HearPanel, assistant.HearNowhere}
}

// placeArgument is a place as an argument has it.
func placeArgument(at assistant.HearAt) string {
	if at == assistant.HearThere {
		return asAsked
	}
	return string(at)
}

// each are the topics that have a place of their own.
func (a Notices) each() map[assistant.Topic]assistant.HearAt {
	out := map[assistant.Topic]assistant.HearAt{}
	for t, at := range map[assistant.Topic]string{
		assistant.TopicDecisions: a.Decisions, assistant.TopicResults: a.Results, assistant.TopicFailures: a.Failures, assistant.TopicDigests: a.Digests,
	} {
		if at != "" {
			out[t] = placed(at)
		}
	}
	return out
}

// placed is the place that an argument means.
func placed(argument string) assistant.HearAt {
	if argument == asAsked {
		return assistant.HearThere
	}
	return assistant.HearAt(argument)
}

func (p pack) notices() tools.Tool {
	schema := tools.Arguments[Notices]()
	for _, name := range []string{"topics", "only", "again"} {
		// That a list may also be null says nothing, and not every provider takes a schema with it.
		schema.Properties[name].Type, schema.Properties[name].Types = "array", nil
		for _, t := range assistant.Topics() {
			schema.Properties[name].Items.Enum = append(schema.Properties[name].Items.Enum, string(t))
		}
	}
	var where []any
	for _, at := range places() {
		where = append(where, placeArgument(at))
	}
	schema.Properties["at"].Enum = where
	for _, t := range assistant.Topics() {
		schema.Properties[string(t)].Enum = where
	}
	return setting(TaskNotices, "Choose where one hears of what",
		"Chooses where the person who asks is told of what automations and agents do: of results, failures, digests, and of decisions that wait for them. Not for results of one piece of work.",
		schema, noticesAsked(), p.heldNotices, p.runNotices)
}

func (p pack) runNotices(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Notices](c)
	if err == nil {
		err = a.check()
	}
	if err != nil {
		return assistant.Receipt{}, err
	}
	var kept bool
	was, is, err := p.change(ctx, c, func(h assistant.Hearing) (is assistant.Hearing) {
		is, kept = a.heard(h)
		return is
	})
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	said := waits.Hears(w, is, kept)
	if back := undone(w, was, is); len(back) > 0 {
		said += "\n" + w.Say("Say “%s” to take that back.", w.Say("send me %s again", w.List(back)))
	}
	return saying("", said), nil
}

// check refuses a call that says nothing, or two things of one topic.
func (a Notices) check() error {
	again := assistant.Say("Say it like “send me only failures”, or “send failures to Slack”.")
	if len(a.Topics)+len(a.Only)+len(a.Again)+len(a.each()) == 0 || (len(a.Topics) > 0) != (a.At != "") {
		return assistant.BadInput(assistant.Say("It is not said of what you want to hear where, so nothing was changed."), again)
	}
	each := a.each()
	twice := func(t assistant.Topic) bool { _, placed := each[t]; return placed }
	if slices.ContainsFunc(a.Topics, func(t assistant.Topic) bool {
		return slices.Contains(a.Only, t) || slices.Contains(a.Again, t) || twice(t)
	}) ||
		slices.ContainsFunc(slices.Concat(a.Only, a.Again), twice) {
		return assistant.BadInput(assistant.Say("Two things are said of one kind of news, so nothing was changed."), again)
	}
	return nil
}

// heard returns where a person would hear of what. kept says that decisions remain on the panel although they were to be told
// nowhere.
func (a Notices) heard(h assistant.Hearing) (is assistant.Hearing, kept bool) {
	is = h.With(placed(a.At), a.Topics...)
	each := a.each()
	for t, at := range each {
		is = is.With(at, t)
	}
	for _, t := range assistant.Topics() {
		if _, placed := each[t]; len(a.Only) > 0 && t != assistant.TopicDecisions && !placed && !slices.Contains(a.Only, t) {
			is = is.With(assistant.HearNowhere, t)
		}
	}
	for _, t := range slices.Concat(a.Only, a.Again) {
		if !is.Where[t].Sends() {
			is = is.With(assistant.HearThere, t)
		}
	}
	if kept = is.Where[assistant.TopicDecisions] == assistant.HearNowhere; kept {
		is = is.With(assistant.HearPanel, assistant.TopicDecisions)
	}
	return is, kept
}

// undone lists the topics that are no longer sent, in the words with which a person asks for them again.
func undone(w wording.Words, was, is assistant.Hearing) (out []string) {
	said := map[assistant.Topic]string{
		assistant.TopicDecisions: w.Say("decisions"), assistant.TopicResults: w.Say("results"), assistant.TopicFailures: w.Say("failures"), assistant.TopicDigests: w.Say("digests"),
	}
	for _, t := range assistant.Topics() {
		if was.Where[t].Sends() && !is.Where[t].Sends() {
			out = append(out, said[t])
		}
	}
	return out
}
