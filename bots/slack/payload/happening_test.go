package payload_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

func event(t *testing.T, fields map[string]any) payload.Envelope {
	t.Helper()
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return payload.Envelope{Type: "event_callback", Team: "T1", Event: raw}
}

func TestWhatHappensInAChannelIsTold(t *testing.T) {
	post := map[string]any{"type": "message", "channel": "C1", "channel_type": "channel", "user": "UANNA", "text": "it is <#C2|broken>", "ts": "17.1"}
	reaction := map[string]any{
		"type": "reaction_added", "user": "UANNA", "reaction": "ticket", "item_user": "UBEN", "event_ts": "19.1",
		"item": map[string]any{"type": "message", "channel": "C1", "ts": "17.1"},
	}
	join := map[string]any{"type": "member_joined_channel", "user": "UANNA", "channel": "C1", "channel_type": "C", "team": "T1", "event_ts": "18.1"}
	with := func(base, more map[string]any) map[string]any {
		out := maps.Clone(base)
		maps.Copy(out, more)
		return out
	}
	type kinds = []assistant.HappeningKind
	for name, c := range map[string]struct {
		event map[string]any
		want  kinds
		key   string
	}{
		"a message":                        {post, kinds{assistant.HappenedMessage}, "slack/T1/C1/17.1"},
		"in a private channel":             {with(post, map[string]any{"channel_type": "group"}), kinds{assistant.HappenedMessage}, "slack/T1/C1/17.1"},
		"with a file":                      {with(post, map[string]any{"subtype": "file_share", "files": []any{map[string]any{"name": "a.pdf"}}}), kinds{assistant.HappenedMessage, assistant.HappenedFile}, "slack/T1/C1/17.1"},
		"a reaction":                       {reaction, kinds{assistant.HappenedReaction}, "slack/T1/C1/17.1/UANNA/ticket/19.1"},
		"somebody joins":                   {join, kinds{assistant.HappenedJoin}, "slack/T1/C1/UANNA/18.1"},
		"the bot writes":                   {with(post, map[string]any{"user": "UBOT"}), nil, ""},
		"another app writes":               {with(post, map[string]any{"bot_id": "B2"}), nil, ""},
		"it mentions the bot":              {with(post, map[string]any{"text": "<@UBOT> hello"}), nil, ""},
		"app_mention":                      {with(post, map[string]any{"type": "app_mention", "text": "<@UBOT> hello"}), nil, ""},
		"a reply in a thread":              {with(post, map[string]any{"thread_ts": "16.1"}), nil, ""},
		"a direct message":                 {with(post, map[string]any{"channel": "D1", "channel_type": "im"}), nil, ""},
		"an edit":                          {map[string]any{"type": "message", "subtype": "message_changed", "channel": "C1", "channel_type": "channel", "message": post}, nil, ""},
		"the bot reacts":                   {with(reaction, map[string]any{"user": "UBOT"}), nil, ""},
		"a reaction to what the bot wrote": {with(reaction, map[string]any{"item_user": "UBOT"}), nil, ""},
		"a reaction to a file":             {with(reaction, map[string]any{"item": map[string]any{"type": "file", "file": "F1"}}), nil, ""},
		"the bot joins":                    {with(join, map[string]any{"user": "UBOT"}), nil, ""},
	} {
		got, ok := event(t, c.event).Happened("UBOT", "tenant")
		var found kinds
		for _, h := range got.All {
			found = append(found, h.Watch.Kind)
			if h.Key != c.key || h.Tenant != "tenant" || h.Watch.Channel != (assistant.Channel{Surface: assistant.SurfaceSlack, Space: "T1", ID: "C1"}) || h.Payload["user"] != "UANNA" {
				t.Errorf("%s: %+v", name, h)
			}
		}
		if d := cmp.Diff(c.want, found); d != "" || ok != (len(c.want) > 0) {
			t.Errorf("%s: %v %s", name, ok, d)
		}
	}
	got, _ := event(t, post).Happened("UBOT", "tenant")
	if got.All[0].Payload["text"] != "it is #broken" {
		t.Errorf("%v", got.All[0].Payload)
	}
}

// TestAnEventOfAnotherWorkspaceIsAStrangers: by any of the teams that Slack names beside what somebody did.
func TestAnEventOfAnotherWorkspaceIsAStrangers(t *testing.T) {
	for kind, base := range map[string]map[string]any{
		"message":  {"type": "message", "channel": "C1", "channel_type": "channel", "user": "UANNA", "text": "it is broken", "ts": "17.1"},
		"reaction": {"type": "reaction_added", "user": "UANNA", "reaction": "ticket", "item_user": "UBEN", "event_ts": "19.1", "item": map[string]any{"type": "message", "channel": "C1", "ts": "17.1"}},
		"join":     {"type": "member_joined_channel", "user": "UANNA", "channel": "C1", "channel_type": "C", "event_ts": "18.1"},
	} {
		for beside, want := range map[string]assistant.Standing{
			"": assistant.StandingUnsaid, "team=T1": assistant.StandingUnsaid, "user_team=T1 source_team=T1 team=T1": assistant.StandingUnsaid,
			"team=T9": assistant.StandingGuest, "user_team=T9 team=T1": assistant.StandingGuest, "source_team=T9 team=T1": assistant.StandingGuest,
			"user_team=T9 source_team=T9 team=T9": assistant.StandingGuest,
		} {
			fields := maps.Clone(base)
			for field := range strings.FieldsSeq(beside) {
				name, team, _ := strings.Cut(field, "=")
				fields[name] = team
			}
			got, ok := event(t, fields).Happened("UBOT", "tenant")
			if from := got.From; !ok || from.Standing != want || from.External != "UANNA" || from.Space != "T1" {
				t.Errorf("a %s beside %q is by %+v", kind, beside, from)
			}
		}
	}
}
