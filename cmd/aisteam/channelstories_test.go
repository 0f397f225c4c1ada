package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

// TestWhatHappensInChannelsStartsTasks plays the stories under testdata/channels on Slack: Anna asks in a thread for a task that
// begins with what happens in a channel. Every payload is held against Slack's schema.
//
//	admin                        Anna is an admin from now on
//	says TEXT                    Anna says something in the thread
//	asks CHANNEL TEXT            Anna says something to the bot in a thread of another channel
//	shows TEXT                   a message of the thread comes to say TEXT; with ! none does
//	presses ACTION               a button of the thread is pressed that comes to be there
//	posts USER CHANNEL TEXT      somebody writes in a channel; with “twice” in front, Slack tells of it twice
//	reacts USER CHANNEL EMOJI    somebody reacts to what was written there last
//	joins USER CHANNEL           somebody joins a channel
//	shares USER CHANNEL NAME     somebody shares a file there
//	told N                       so many events were told to tasks, and not more
//	tells CHANNEL N TEXT         so many messages in the channel itself come to say TEXT, and not more
//	due                          the window in which events are gathered is over
//	members CHANNEL USER…        who is in a channel
//	lawful                       no payload has broken Slack's rules
func TestWhatHappensInChannelsStartsTasks(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/channels",
		Setup: func(e *testscript.Env) error {
			w := newSlackWorld(t)
			w.slack.AddChannel(support)
			w.slack.AddUser(ben, "Ben")
			w.child.startReady()
			e.Values[channelStoryKey] = &channelStory{slackWorld: w, t: t, kept: w.child.kept(t)}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"admin": cmdChannelAdmin, "says": cmdChannelSays, "asks": cmdChannelAsks, "shows": cmdChannelShows, "presses": cmdChannelPresses,
			"posts": cmdChannelPosts, "reacts": cmdChannelReacts, "joins": cmdChannelJoins, "shares": cmdChannelShares, "told": cmdChannelTold,
			"tells": cmdChannelTells, "due": cmdChannelDue, "members": cmdChannelMembers, "lawful": cmdChannelLawful,
		},
	})
}

const support = "C0SUPPORT"

type channelStoryKeyType struct{}

var channelStoryKey channelStoryKeyType

// channelStory is the state of one story.
type channelStory struct {
	*slackWorld

	t    *testing.T
	kept *kept
	last string // what was written last
}

func channelStoryOf(ts *testscript.TestScript) *channelStory {
	s, _ := ts.Value(channelStoryKey).(*channelStory)
	s.tb = scriptTB{s.t, ts}
	s.kept.tb = s.tb
	return s
}

func cmdChannelAdmin(ts *testscript.TestScript, _ bool, _ []string) {
	if n := channelStoryOf(ts).kept.changes(0, `update persons set role = 'admin' where name = 'Anna'`); n != 1 {
		ts.Fatalf("%d people are called Anna", n)
	}
}

func cmdChannelSays(ts *testscript.TestScript, _ bool, args []string) {
	channelStoryOf(ts).say(strings.Join(args, " "), calm)
}

func cmdChannelAsks(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	s.tells(func(ctx context.Context) (fakeslack.Answer, error) {
		_, a, err := s.slack.Mention(ctx, args[0], "", asker, strings.Join(args[1:], " "))
		return a, err
	})
}

// tells sends something once, as Slack does when it is answered well.
func (s *channelStory) tells(send func(context.Context) (fakeslack.Answer, error)) {
	s.tb.Helper()
	if a, err := send(s.t.Context()); err != nil || !a.OK() {
		s.tb.Fatalf("it was answered %d, %v", a.Status, err)
	}
}

func cmdChannelShows(ts *testscript.TestScript, neg bool, args []string) {
	s, text := channelStoryOf(ts), strings.Join(args, " ")
	shown := func() bool {
		for _, c := range []string{channel, support} {
			for _, m := range s.slack.Posted(c, "") {
				if says(text)(m) {
					return true
				}
			}
		}
		for _, m := range s.slack.Posted(channel, s.root) {
			if says(text)(m) {
				return true
			}
		}
		for _, m := range s.slack.Messages(support) {
			if m.User == s.slack.BotUser && says(text)(m) {
				return true
			}
		}
		return false
	}
	if neg {
		if shown() {
			ts.Fatalf("it is said:\n%s", s.slack.Dump(channel, s.root))
		}
		return
	}
	if until(s.t.Context(), patience, shown) != nil {
		ts.Fatalf("%q was never said:\n%s\n%+v", text, s.slack.Dump(channel, s.root), s.slack.Messages(support))
	}
}

func cmdChannelPresses(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	if len(args) == 1 {
		s.press(s.shows("the button "+args[0], calm, has(args[0])), args[0], calm)
		return
	}
	in, action := args[0], args[1]
	var shown []fakeslack.Message
	if until(s.t.Context(), patience, func() bool {
		shown = slices.DeleteFunc(s.slack.Messages(in), func(m fakeslack.Message) bool { return m.User != s.slack.BotUser || !has(action)(m) })
		return len(shown) > 0
	}) != nil {
		ts.Fatalf("nothing in %s has the button %s", in, action)
	}
	s.press(shown[0], action, calm)
}

func cmdChannelPosts(ts *testscript.TestScript, _ bool, args []string) {
	s, times := channelStoryOf(ts), 1
	if args[0] == "twice" {
		args, times = args[1:], 2
	}
	s.last = s.slack.Write(args[1], "", args[0], strings.Join(args[2:], " "))
	for range times {
		s.tells(func(ctx context.Context) (fakeslack.Answer, error) {
			return s.slack.Event(ctx, map[string]any{
				"type": "message", "channel": args[1], "channel_type": "channel", "user": args[0], "team": "T1", "text": strings.Join(args[2:], " "), "ts": s.last, "event_ts": s.last,
			})
		})
	}
}

func cmdChannelReacts(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	s.tells(func(ctx context.Context) (fakeslack.Answer, error) {
		return s.slack.Event(ctx, map[string]any{
			"type": "reaction_added", "user": args[0], "reaction": args[2], "item_user": asker, "event_ts": "1800000000.000100",
			"item": map[string]any{"type": "message", "channel": args[1], "ts": s.last},
		})
	})
}

func cmdChannelJoins(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	s.tells(func(ctx context.Context) (fakeslack.Answer, error) {
		return s.slack.Event(ctx, map[string]any{
			"type": "member_joined_channel", "user": args[0], "channel": args[1], "channel_type": "C", "team": "T1", "event_ts": "1800000000.000200",
		})
	})
}

func cmdChannelShares(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	file := s.slack.AddFile(args[2], pdfType, []byte("%PDF-1.4"))
	s.tells(func(ctx context.Context) (fakeslack.Answer, error) {
		_, a, err := s.slack.Share(ctx, args[1], "", args[0], "for you", file)
		return a, err
	})
}

func cmdChannelTold(ts *testscript.TestScript, _ bool, args []string) {
	s := channelStoryOf(ts)
	var all struct{ Tasks []struct{ ID string } }
	if !s.asksAPI(http.MethodGet, "/api/tasks", nil, &all) {
		ts.Fatalf("the tasks cannot be listed")
	}
	n, lines := 0, strings.Builder{}
	for _, task := range all.Tasks {
		var hook struct {
			Events []struct{ Outcome, Kind, Payload string }
		}
		if !s.asksAPI(http.MethodGet, "/api/tasks/"+task.ID+"/hook", nil, &hook) {
			ts.Fatalf("its events cannot be listed")
		}
		for _, e := range hook.Events {
			fmt.Fprintf(&lines, "%s %s %s\n", e.Outcome, e.Kind, e.Payload)
			if e.Outcome == "accepted" || e.Outcome == "coalesced" {
				n++
			}
		}
	}
	if strconv.Itoa(n) != args[0] || !strings.Contains(lines.String(), strings.Join(args[1:], " ")) {
		ts.Fatalf("%d events were told:\n%s", n, lines.String())
	}
}

func cmdChannelDue(ts *testscript.TestScript, _ bool, _ []string) {
	s := channelStoryOf(ts)
	if n := s.kept.changes(0, `update timers set due_at = {long ago} where kind = 'hook'`); n == 0 {
		ts.Fatalf("nothing waits for its window to end")
	}
}

func cmdChannelTells(ts *testscript.TestScript, _ bool, args []string) {
	s, text, n := channelStoryOf(ts), strings.Join(args[2:], " "), 0
	if err := until(s.t.Context(), patience, func() bool {
		n = 0
		for _, m := range s.slack.Posted(args[0], "") {
			if says(text)(m) {
				n++
			}
		}
		return strconv.Itoa(n) == args[1]
	}); err != nil {
		ts.Fatalf("%q was said %d times:\n%+v", text, n, s.slack.Messages(args[0]))
	}
}

func cmdChannelMembers(ts *testscript.TestScript, _ bool, args []string) {
	channelStoryOf(ts).slack.SetMembers(args[0], args[1:]...)
}

func cmdChannelLawful(ts *testscript.TestScript, _ bool, _ []string) {
	if v := channelStoryOf(ts).slack.Violations(); len(v) > 0 {
		ts.Fatalf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}
