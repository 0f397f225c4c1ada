package waits

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Topic is the display name of a topic: "Failures".
func Topic(w wording.Words, t assistant.Topic) string {
	switch t {
	case assistant.TopicDecisions:
		return w.Say("Decisions that wait for you")
	case assistant.TopicResults:
		return w.Say("Results")
	case assistant.TopicFailures:
		return w.Say("Failures")
	case assistant.TopicDigests:
		return w.Say("Digests")
	default:
		return string(t)
	}
}

// ToldAs says what kind of thing somebody was told: "A failure".
func ToldAs(w wording.Words, t assistant.Topic) string {
	switch t {
	case assistant.TopicFailures:
		return w.Say("A failure")
	case assistant.TopicDigests:
		return w.Say("A digest")
	case assistant.TopicDecisions:
		return w.Say("A decision")
	case assistant.TopicResults:
		return w.Say("A result")
	case assistant.TopicPeople:
		return w.Say("A conversation with others")
	default:
		return w.Say("A result")
	}
}

// Way says where a person is told about something: "where it was asked for".
func Way(w wording.Words, at assistant.HearAt) string {
	switch at {
	case assistant.HearSlack:
		return "Slack"
	case assistant.HearDiscord:
		return "Discord"
	case assistant.HearPush:
		return w.Say("on your devices")
	case assistant.HearMail:
		return w.Say("by e-mail")
	case assistant.HearPanel:
		return w.Say("the panel’s inbox alone")
	case assistant.HearNowhere:
		return w.Say("nowhere")
	case assistant.HearThere:
		return w.Say("where it was asked for")
	default:
		return string(at)
	}
}

// Hears says what a person hears of where from now on, and whether notifications about decisions were kept although they wanted
// none.
func Hears(w wording.Words, h assistant.Hearing, kept bool) string {
	lines := []string{w.Say("All right. This is where you hear of what automations do:")}
	for _, t := range assistant.Topics() {
		lines = append(lines, "- "+Topic(w, t)+": "+Way(w, h.Where[t]))
	}
	lines = append(lines, "", w.Say("All of it still stands in its conversation. What you hear elsewhere, or nowhere, is also in the panel’s inbox."))
	if kept {
		lines = append(lines, w.Say("Decisions wait for you, so they stand in the panel’s inbox at least."))
	}
	if h.Never {
		lines = append(lines, w.Say("You take no direct messages, so nothing is sent to you until you change that on the panel’s page “Notifications”."))
	}
	return strings.Join(lines, "\n")
}
