package discord_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

var documentation = flag.String("discord.docs", "", "a checkout of discord/discord-api-docs, whose examples are dispatched too")

// events are the library's, by the names that Discord dispatches them under.
func events() map[string]any {
	return map[string]any{
		"GUILD_CREATE": discordgo.GuildCreate{}, "GUILD_UPDATE": discordgo.GuildUpdate{}, "GUILD_DELETE": discordgo.GuildDelete{},
		"GUILD_MEMBER_ADD": discordgo.GuildMemberAdd{}, "GUILD_MEMBER_UPDATE": discordgo.GuildMemberUpdate{}, "GUILD_MEMBER_REMOVE": discordgo.GuildMemberRemove{},
		"GUILD_MEMBERS_CHUNK": discordgo.GuildMembersChunk{}, "GUILD_ROLE_CREATE": discordgo.GuildRoleCreate{}, "GUILD_ROLE_UPDATE": discordgo.GuildRoleUpdate{},
		"GUILD_ROLE_DELETE": discordgo.GuildRoleDelete{}, "GUILD_EMOJIS_UPDATE": discordgo.GuildEmojisUpdate{}, "GUILD_BAN_ADD": discordgo.GuildBanAdd{},
		"CHANNEL_CREATE": discordgo.ChannelCreate{}, "CHANNEL_UPDATE": discordgo.ChannelUpdate{}, "CHANNEL_DELETE": discordgo.ChannelDelete{},
		"CHANNEL_PINS_UPDATE": discordgo.ChannelPinsUpdate{}, "THREAD_CREATE": discordgo.ThreadCreate{}, "THREAD_UPDATE": discordgo.ThreadUpdate{},
		"THREAD_DELETE": discordgo.ThreadDelete{}, "THREAD_LIST_SYNC": discordgo.ThreadListSync{}, "THREAD_MEMBER_UPDATE": discordgo.ThreadMemberUpdate{},
		"THREAD_MEMBERS_UPDATE": discordgo.ThreadMembersUpdate{}, "MESSAGE_CREATE": discordgo.MessageCreate{}, "MESSAGE_UPDATE": discordgo.MessageUpdate{},
		"MESSAGE_DELETE": discordgo.MessageDelete{}, "MESSAGE_DELETE_BULK": discordgo.MessageDeleteBulk{}, "MESSAGE_REACTION_ADD": discordgo.MessageReactionAdd{},
		"MESSAGE_REACTION_REMOVE": discordgo.MessageReactionRemove{}, "PRESENCE_UPDATE": discordgo.PresenceUpdate{}, "TYPING_START": discordgo.TypingStart{},
		"USER_UPDATE": discordgo.UserUpdate{}, "VOICE_STATE_UPDATE": discordgo.VoiceStateUpdate{}, "VOICE_SERVER_UPDATE": discordgo.VoiceServerUpdate{},
		"WEBHOOKS_UPDATE": discordgo.WebhooksUpdate{}, "INVITE_CREATE": discordgo.InviteCreate{}, "STAGE_INSTANCE_EVENT_CREATE": discordgo.StageInstanceEventCreate{},
		"GUILD_SCHEDULED_EVENT_CREATE": discordgo.GuildScheduledEventCreate{}, "INTERACTION_CREATE": map[string]any{
			"id": "1", "type": 3, "token": "t", "channel_id": text, "guild_id": "800000000000000001", "data": map[string]any{"custom_id": "v1:plan:approve:x:1", "component_type": 2},
			"member": map[string]any{"user": map[string]any{"id": anna}, "roles": []any{"5"}},
		},
		"READY": discordgo.Ready{}, "RESUMED": discordgo.Resumed{},
	}
}

// filled is an event as the library's structure reads it, with everything in it twice over: what is nested deeper than that is left out.
func filled(t reflect.Type, depth int) any {
	switch t.Kind() { //nolint:exhaustive // the rest are plain values
	case reflect.Pointer:
		return filled(t.Elem(), depth)
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return "2026-11-20T10:00:00Z"
		}
		out := map[string]any{}
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case name == "-" || !f.IsExported() && !f.Anonymous:
			case f.Anonymous && name == "":
				if inner, ok := filled(f.Type, depth).(map[string]any); ok {
					maps.Copy(out, inner)
				}
			case depth > 0 || f.Type.Kind() < reflect.Array || f.Type.Kind() == reflect.String:
				out[name] = filled(f.Type, depth-1)
			}
		}
		return out
	case reflect.Slice, reflect.Array:
		return []any{filled(t.Elem(), depth)}
	case reflect.Map:
		return map[string]any{"800000000000000001": filled(t.Elem(), depth)}
	case reflect.Bool:
		return true
	case reflect.String:
		return "800000000000000001" // most of what is text to the library is an id
	case reflect.Interface:
		return map[string]any{}
	}
	return 1
}

// without calls with v once for each of its fields that is taken out or null, and puts it back each time.
func without(v any, call func()) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			delete(v, name)
			call()
			v[name] = nil
			call()
			v[name] = inner
			without(inner, call)
		}
	case []any:
		for i, inner := range v {
			v[i] = nil
			call()
			v[i] = inner
			without(inner, call)
		}
	}
}

// survives dispatches what broken calls with, and looks whether the bot is there afterwards, over the same connection.
func survives(t *testing.T, broken func(dispatch func(kind string, data any))) (dispatched int) {
	t.Helper()
	fake, in, ended := listening(t, nil)
	fake.Mention(text, anna, "hello")
	eventually(t, "the mention is taken", func() bool { return len(in.all()) > 0 })
	broken(func(kind string, data any) {
		fake.Dispatch(kind, data)
		dispatched++
	})
	fake.Say(direct, anna, "are you there?")
	eventually(t, "what is said after it is taken", func() bool {
		for _, m := range in.all() {
			if m.Text == "are you there?" {
				return true
			}
		}
		return false
	})
	select {
	case err := <-ended:
		t.Fatal("the surface ended:", err)
	default:
	}
	if n := fake.Readies(); n != 1 {
		t.Errorf("%d connections: what was broken ended some", n)
	}
	return dispatched
}

// TestAnEventWithoutItsFieldsEndsNothing: each of the events without each of its fields. The examples of Discord's documentation are
// Discord's, and stay where they are; given, they are dispatched too: go test ./bots/discord -run WithoutItsFields -discord.docs DIR.
func TestAnEventWithoutItsFieldsEndsNothing(t *testing.T) {
	given := examples(t, *documentation)
	n := survives(t, func(dispatch func(kind string, data any)) {
		for _, kind := range []string{"GUILD_CREATE", "GUILD_UPDATE", "VOICE_STATE_UPDATE", "THREAD_LIST_SYNC", "READY", "MESSAGE_CREATE", "INTERACTION_CREATE"} {
			for _, data := range []any{nil, map[string]any{}, []any{}, "", 1} {
				dispatch(kind, data)
			}
		}
		dispatch("GUILD_CREATE", map[string]any{"id": "800000000000000001", "channels": []any{nil}, "members": []any{nil}, "threads": []any{nil}})
		for kind, e := range events() {
			whole := filled(reflect.TypeOf(e), 2)
			if m, ok := e.(map[string]any); ok {
				whole = m
			}
			without(whole, func() { dispatch(kind, whole) })
		}
		for _, e := range given {
			dispatchExample(e, dispatch)
		}
	})
	if n < 8792 {
		t.Errorf("only %d events were dispatched", n)
	}
	t.Logf("%d events, with %d examples", n, len(given))
}

// examples are those of a checkout of the documentation; none where no folder is given, and where one is it must have some.
func examples(t *testing.T, folder string) []map[string]any {
	t.Helper()
	if folder == "" {
		return nil
	}
	var out []map[string]any
	block := regexp.MustCompile("(?s)```json[^\n]*\n(.*?)```")
	err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".mdx") {
			return err
		}
		raw, err := os.ReadFile(name)
		for _, found := range block.FindAllSubmatch(raw, -1) {
			var one map[string]any
			if json.Unmarshal(found[1], &one) == nil {
				out = append(out, one)
			}
		}
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatal(len(out), err)
	}
	return out
}

// dispatchExample dispatches an example without each of its fields, as each of the events that it may be.
func dispatchExample(e map[string]any, dispatch func(kind string, data any)) {
	kinds := []string{"GUILD_CREATE", "GUILD_UPDATE", "THREAD_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_REACTION_ADD", "INTERACTION_CREATE", "VOICE_STATE_UPDATE", "CHANNEL_UPDATE"}
	if named, ok := e["t"].(string); ok {
		kinds = append(kinds, named)
	}
	without(e, func() {
		for _, kind := range kinds {
			dispatch(kind, e)
		}
	})
}

// TestExamplesAreReadFromADocumentation: from its Markdown alone, whatever else is in the folder.
func TestExamplesAreReadFromADocumentation(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.md": "# Message\n```json title=\"Example\"\n{\"t\":\"MESSAGE_CREATE\",\"id\":\"1\"}\n```\nand\n```json\n[1]\n```\n", "b.mdx": "```json\n{\"id\":\"2\"}\n```", "c.txt": "```json\n{}\n```",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	given := examples(t, folder)
	if len(given) != 2 || examples(t, "") != nil {
		t.Fatalf("%d examples: %v", len(given), given)
	}
	kinds := map[string]int{}
	dispatchExample(given[0], func(kind string, _ any) { kinds[kind]++ })
	if kinds["MESSAGE_CREATE"] < 4 {
		t.Errorf("dispatched: %v", kinds)
	}
}

// Frames that are no events, and greetings that say nothing, cost a connection at most.
func TestAGatewayThatSaysWhatIsNoEventIsListenedToAgain(t *testing.T) {
	fake, in, _ := listening(t, nil)
	for _, frames := range [][]string{
		{`null`, `{}`, `[]`, `{"op":null}`, `{"op":0}`, `{"op":1}`, `{"op":"x"}`, `{`, ``, `{"op":10,"d":{}}`}, {`{"op":0,"t":"READY","s":1,"d":null}`, `{"op":0,"t":"READY","s":"x","d":{"guilds":[null]}}`},
	} {
		before := fake.Readies()
		fake.Greet(func(c *websocket.Conn) {
			for _, frame := range frames {
				_ = c.WriteMessage(websocket.TextMessage, []byte(frame))
				_ = c.WriteMessage(websocket.BinaryMessage, []byte(frame))
			}
			_ = c.Close()
		})
		fake.Hang(0)
		eventually(t, fmt.Sprintf("it listens again after %q", frames), func() bool { return fake.Readies() > before })
	}
	fake.Say(direct, anna, "are you there?")
	eventually(t, "what is said is taken", func() bool { return len(in.all()) > 0 })
}
