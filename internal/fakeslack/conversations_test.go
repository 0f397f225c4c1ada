package fakeslack_test

import (
	"slices"
	"testing"

	slackapi "github.com/slack-go/slack"
)

func TestTheChannelsTheBotIsInAreListedPageByPageByKindAndScope(t *testing.T) {
	s, client := start(t)
	s.AddChannel("C2", "C3", "C4", "G1", "G2", "D1")
	s.SetKind("G2", "mpim")
	s.Expel("C3")
	s.Archive("C2")
	s.Workspace("T2", "").AddChannel("C5")
	list := func(p slackapi.GetConversationsForUserParameters) (ids []string, pages int, err error) {
		for pages = 1; ; pages++ {
			page, next, err := client.GetConversationsForUserContext(t.Context(), &p)
			for _, c := range page {
				ids = append(ids, c.ID)
			}
			if err != nil || next == "" {
				return ids, pages, err
			}
			p.Cursor = next
		}
	}
	all := []string{"public_channel", "private_channel", "mpim", "im"}
	for name, c := range map[string]struct {
		ask   slackapi.GetConversationsForUserParameters
		want  []string
		pages int
	}{
		"public by default":                      {slackapi.GetConversationsForUserParameters{}, []string{"C1", "C2", "C4"}, 1},
		"all kinds":                              {slackapi.GetConversationsForUserParameters{Types: all}, []string{"C1", "C2", "C4", "D1", "G1", "G2"}, 1},
		"direct messages":                        {slackapi.GetConversationsForUserParameters{Types: []string{"im"}}, []string{"D1"}, 1},
		"groups":                                 {slackapi.GetConversationsForUserParameters{Types: []string{"mpim"}}, []string{"G2"}, 1},
		"an empty page that is not the last one": {slackapi.GetConversationsForUserParameters{ExcludeArchived: true, Limit: 1}, []string{"C1", "C4"}, 3},
	} {
		if ids, pages, err := list(c.ask); err != nil || !slices.Equal(ids, c.want) || pages != c.pages {
			t.Errorf("%s: %v on %d pages: %v", name, ids, pages, err)
		}
	}
	for want, ask := range map[string]slackapi.GetConversationsForUserParameters{
		"invalid_types":  {Types: []string{"channel"}},
		"invalid_limit":  {Limit: 1000},
		"invalid_cursor": {Cursor: "2"},
	} {
		if _, _, err := list(ask); text(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	s.Withhold("im:read")
	if _, _, err := list(slackapi.GetConversationsForUserParameters{Types: all}); text(err) != "missing_scope" {
		t.Errorf("all kinds without im:read: %v", err)
	}
	if ids, _, err := list(slackapi.GetConversationsForUserParameters{Types: []string{"private_channel"}}); err != nil || len(ids) != 1 {
		t.Errorf("private channels without im:read: %v %v", ids, err)
	}
	if _, err := client.GetConversationHistoryContext(t.Context(), &slackapi.GetConversationHistoryParameters{ChannelID: "C3"}); text(err) != "not_in_channel" {
		t.Errorf("a channel that the bot is not in is read: %v", err)
	}
}

func TestWhatWasTakenBackLeavesATombstoneWhereItHasReplies(t *testing.T) {
	s, client := start(t)
	root, lone := s.Written("C1", "", "U1", "hello"), s.Written("C1", "", "U1", "alone")
	first := s.Written("C1", root.TS, "U2", "one")
	s.Write("C1", root.TS, "U2", "two")
	s.Edited(first, "first")
	s.Deleted(root)
	s.Deleted(lone)
	ms, _, _, err := client.GetConversationRepliesContext(t.Context(), &slackapi.GetConversationRepliesParameters{ChannelID: "C1", Timestamp: root.TS})
	if err != nil || len(ms) != 3 || ms[0].SubType != "tombstone" || ms[0].User != "USLACKBOT" || ms[1].Text != "first" || ms[1].Edited == nil || ms[2].Edited != nil {
		t.Errorf("%+v %v", ms, err)
	}
	if _, _, _, err := client.GetConversationRepliesContext(t.Context(), &slackapi.GetConversationRepliesParameters{ChannelID: "C1", Timestamp: lone.TS}); text(err) != "thread_not_found" {
		t.Error(err)
	}
	for ts, want := range map[string]int{root.TS: 1, lone.TS: 0} {
		h, err := client.GetConversationHistoryContext(t.Context(), &slackapi.GetConversationHistoryParameters{ChannelID: "C1", Oldest: ts, Latest: ts, Inclusive: true})
		if err != nil || len(h.Messages) != want {
			t.Errorf("%+v %v", h, err)
		}
	}
}
