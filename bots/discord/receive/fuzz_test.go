package receive_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots/discord/receive"
)

const digits = "0123456789"

// FuzzEvents: whatever the gateway brings breaks nothing, and only ids become parts of addresses.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{
		`{"id":"1","channel_id":"2","guild_id":"3","author":{"id":"4","username":"a"},"content":"<@900> hi <#1> <:x:2> <@5","mentions":[{"id":"900"}]}`,
		`{"id":"1","channel_id":"2"}`, `{"id":"../x","channel_id":"2"}`, `[]`, `{"id":1}`, `{"id":"1","channel_id":"2","edited_timestamp":"x","author":{"id":"1"}}`,
		`{"id":"1","channel_id":"2","guild_id":"3","author":{"id":"4"},"member":{"nick":"n","roles":["5","../6",""]},"content":"<@900> x","mentions":[{"id":"900"}]}`,
		`{"id":"1","channel_id":"2","guild_id":"3","author":{"id":"4"},"member":{"roles":null},"type":19,"content":"x","referenced_message":{"id":"0","author":{"id":"5"},"content":"y","referenced_message":{}}}`,
		`{"id":"1","channel_id":"2","guild_id":"3","author":{"id":"4"},"type":19,"content":"<@!5> x","referenced_message":null,"message_reference":{"message_id":"7"}}`,
		`{"id":"2","channel_id":"2","guild_id":"3","author":{"id":"4"},"content":"<@900>","mentions":[{"id":"900"}],"thread":{"id":"2","type":11}}`,
		`{"id":"1","channel_id":"2","type":21,"referenced_message":{"id":"2","author":{"id":"4"},"content":"root"}}`,
		`{"id":"3","channels":[{"id":"2","type":15,"last_message_id":"9"},{"id":"..","type":0,"last_message_id":"9"}],"threads":[{"id":"2","type":11,"last_message_id":null}]}`,
		`{"id":"1","channel_id":"2","author":{"id":"4"},"components":[{"type":99}],"attachments":[{"size":1e300}],"content":"x"}`,
	} {
		f.Add(s)
	}
	for _, example := range examples() {
		f.Add(string(example))
		f.Add(`{"id":"1","channel_id":"2","author":{"id":"4"},"referenced_message":` + string(example) + `}`)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, channel := range receive.ParseServer([]byte(s)) {
			if channel == "" || strings.Trim(channel, digits) != "" {
				t.Errorf("channel %q", channel)
			}
		}
		if said := receive.ParseBefore([]byte(s)); strings.Contains(said, "\n") {
			t.Errorf("a line of several: %q", said)
		}
		for _, kind := range []string{"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "OTHER"} {
			in, ignored, err := receive.ParseEvent(kind, []byte(s))
			if err != nil || ignored != "" {
				continue
			}
			for _, role := range in.From.Groups {
				if role == "" || strings.Trim(role, digits) != "" || in.Place.Space == "" {
					t.Errorf("roles %q in %q", in.From.Groups, in.Place.Space)
				}
			}
			if in.Key == "" || in.Place.Channel == "" || strings.Trim(in.Place.Channel+in.Place.Space+in.ExternalID, digits) != "" {
				t.Errorf("%+v", in)
			}
		}
	})
}

// FuzzInteractions: the same for what is clicked, commanded and sent.
func FuzzInteractions(f *testing.F) {
	for _, s := range []string{
		`{"type":1}`, `{"id":"1","type":3,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:plan:approve:x:1","component_type":2}}`,
		`{"id":"1","type":5,"token":"t","channel_id":"2","user":{"id":"4"},"data":{"custom_id":"v1:ask:answers:x","components":[{"type":18,"component":{"custom_id":"own:0","value":"x"}}]}}`,
		`{"id":"1","type":2,"token":"t","channel_id":"2","member":{"user":{"id":"4"}},"data":{"name":"ask","options":[{"name":"prompt","value":5}]}}`,
		`{"id":"1","type":3,"token":"../t","channel_id":"2","user":{"id":"4"},"data":[]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, token, channel, err := receive.ParseInteraction([]byte(s))
		if err == nil && (strings.Trim(id+channel, digits) != "" || strings.ContainsAny(token, "/?#%\\ ")) {
			t.Errorf("%q %q %q", id, token, channel)
		}
	})
}

// FuzzSpoken reads what people write: whatever it is, words are left of it.
func FuzzSpoken(f *testing.F) {
	for _, s := range []string{"a <@1> *b*", "<@900> hi", "<:a:1><t:1:R>", "<@&5> <#6> <", "\xff\u202e\u200d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if out := receive.Spoken(s, "900"); out != strings.TrimSpace(out) {
			t.Errorf("%q is read as %q", s, out)
		}
	})
}
