package discord_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

const news, lounge, stage = "700000000000000021", "700000000000000022", "700000000000000023"

// heardNext waits for the n-th inbound and returns it.
func heardNext(t *testing.T, in *inbox, n int) assistant.Inbound {
	t.Helper()
	eventually(t, "it is taken", func() bool { return len(in.all()) >= n })
	return in.all()[n-1]
}

func TestWhoIsSummonedIntoAThreadHearsWhatWasSaid(t *testing.T) {
	fake, in, _ := listening(t, nil)
	thread := fake.StartThread(text, "sales")
	fake.Say(thread, anna, "sales are\ndown")
	fake.Say(thread, bob, "why, <@"+anna+">?")
	fake.Mention(thread, bob, "what do you think?")
	got := heardNext(t, in, 1)
	want := assistant.Place{Surface: assistant.SurfaceDiscord, Space: fake.Guild, Channel: thread}
	if got.Place != want || got.Text != "what do you think?" || got.Before != "Said in this thread before:\nAnna: sales are down\nBob: why, @Anna?" {
		t.Errorf("%+v", got)
	}
	asked := fake.Calls("GET channels/messages")
	fake.Mention(thread, anna, "and now?")
	fake.Say(thread, anna, "without a mention")
	heardNext(t, in, 3)
	for _, r := range in.all()[1:] {
		if r.Before != "" || r.Place != want {
			t.Errorf("%q at %v comes with %q", r.Text, r.Place, r.Before)
		}
	}
	if n := fake.Calls("GET channels/messages"); n != asked {
		t.Errorf("the thread was read %d times, then %d", asked, n)
	}
	clean(t, fake)
}

func TestAThreadOfPeopleBeginsWithWhatItWasStartedFrom(t *testing.T) {
	fake, in, _ := listening(t, nil)
	thread := fake.Branch(text, fake.Say(text, anna, "the site is down"), "outage")
	fake.Say(thread, bob, "again?")
	fake.Mention(thread, bob, "help")
	if got := heardNext(t, in, 1); got.Place.Channel != thread || got.Before != "Said in this thread before:\nAnna: the site is down\nBob: again?" {
		t.Errorf("%+v", got)
	}
}

func TestAReplyBringsWhatItRepliesTo(t *testing.T) {
	fake, in, _ := listening(t, nil)
	said := fake.Say(text, anna, "sales are down")
	root := fake.SayTo(text, bob, "<@"+fake.Application+"> why?", said)
	got := heardNext(t, in, 1)
	if got.Place.Channel != root || got.Text != "why?" || got.Before != "Said in this channel before:\nAnna: sales are down" {
		t.Errorf("%+v", got)
	}
	thread := fake.StartThread(text, "a long one")
	first := fake.Say(thread, anna, "it began so")
	for range 600 {
		fake.Write(thread, anna, "and so on")
	}
	fake.SayTo(thread, bob, "<@"+fake.Application+"> is that so?", first)
	got = heardNext(t, in, 2)
	if !strings.HasSuffix(got.Before, "Anna: it began so") || !strings.Contains(got.Before, "(at least ") || len(got.Before) > 2000 {
		t.Errorf("%d bytes: %s", len(got.Before), got.Before)
	}
}

func TestAPostOfAForumIsAConversation(t *testing.T) {
	fake, in, _ := listening(t, nil)
	me := "<@" + fake.Application + "> "
	own := fake.StartPost(forum, anna, "The checkout", me+"why is it slow?")
	got := heardNext(t, in, 1)
	if got.Place.Channel != own || got.ExternalID != own || got.Place.Thread != "" || got.Before != "Said in this thread before:\n(The post is titled “The checkout”.)" {
		t.Errorf("%+v", got)
	}
	fake.Say(own, bob, "since Monday")
	if got := heardNext(t, in, 2); got.Place.Channel != own || got.Text != "since Monday" {
		t.Errorf("%+v", got)
	}
	foreign := fake.StartPost(forum, anna, "Colours", "blue or green?")
	fake.Mention(foreign, bob, "decide")
	got = heardNext(t, in, 3)
	if got.Place.Channel != foreign || got.Before != "Said in this thread before:\n(The post is titled “Colours”.)\nAnna: blue or green?" {
		t.Errorf("%+v", got)
	}
	if n := fake.Calls("POST channels/messages/threads"); n != 0 {
		t.Errorf("%d threads within threads were tried", n)
	}
	clean(t, fake)
}

func TestEveryKindOfChannelHasItsPlaceForAConversation(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.AddChannel(news, fakediscord.Announcement)
	fake.AddChannel(lounge, fakediscord.Voice)
	fake.AddChannel(stage, fakediscord.Stage)
	n := 0
	next := func(channel string) (string, assistant.Place) {
		n++
		id := fake.Mention(channel, anna, "hello")
		return id, heardNext(t, in, n).Place
	}
	if id, p := next(news); p.Channel != id || p.Thread != "" || !fake.HasThread(id) {
		t.Errorf("announcements: %+v", p)
	}
	thread := fake.StartThread(news, "about the news")
	if _, p := next(thread); p.Channel != thread {
		t.Errorf("an announcement's thread: %+v", p)
	}
	for _, channel := range []string{lounge, stage} {
		id, p := next(channel)
		if p.Channel != channel || p.Thread != id {
			t.Errorf("voice: %+v", p)
		}
		fake.Say(channel, bob, "people talk on, and not with the bot")
	}
	fake.MuteThreads()
	if id, p := next(text); p.Channel != text || p.Thread != id {
		t.Errorf("threads may not be written in: %+v", p)
	}
	if len(in.all()) != n {
		t.Errorf("%v", in.brief())
	}
	clean(t, fake)
}

func TestAThreadThatIsPutAwayIsHeardAllTheSame(t *testing.T) {
	fake, in, _ := listening(t, nil)
	thread := fake.StartThread(text, "old")
	fake.Say(thread, anna, "long ago")
	fake.Archive(thread, true)
	fake.Mention(thread, anna, "hello?")
	if got := heardNext(t, in, 1); got.Place.Channel != thread || !strings.Contains(got.Before, "long ago") {
		t.Errorf("%+v", got)
	}
	unread := fake.StartThread(text, "unreadable")
	fake.Fault("GET channels/messages", fakediscord.Fault{Status: 403, Body: `{"code":50001,"message":"Missing Access"}`})
	fake.Mention(unread, anna, "hello?")
	if got := heardNext(t, in, 2); !strings.Contains(got.Before, "could not be read") {
		t.Errorf("%+v", got)
	}
}

func TestWhatIsAskedAboutInAThreadComesWithTheThread(t *testing.T) {
	fake, in, _ := listening(t, nil)
	thread := fake.StartThread(text, "sales")
	fake.Say(thread, anna, "sales are down")
	about := fake.Say(thread, bob, "by 5%")
	fake.Say(thread, bob, "later words")
	a, err := fake.About(t.Context(), thread, about, anna, "Ask about this")
	if err != nil || a.Type != 9 {
		t.Fatalf("%+v %v", a, err)
	}
	if _, err := fake.Submit(t.Context(), a, thread, anna, map[string]string{"prompt": "why?"}); err != nil {
		t.Fatal(err)
	}
	got := heardNext(t, in, 1)
	if got.Place.Channel != thread || got.Before != "Said in this thread before:\nAnna: sales are down" || !strings.Contains(got.Text, "> by 5%") {
		t.Errorf("%+v", got)
	}
	clean(t, fake)
}

func TestWhatIsSaidToOthersIsNotForTheBot(t *testing.T) {
	fake, in, _ := listening(t, nil)
	root := fake.Mention(text, anna, "create a page")
	heardNext(t, in, 1)
	fake.AddUser("600000000000000077", "Alerts")
	mine, theirs := fake.Say(root, anna, "in blue"), fake.Say(root, bob, "in green")
	heardNext(t, in, 3)
	for _, s := range []string{"<@" + bob + "> what do you think?", "<@!" + bob + ">: lunch?"} {
		fake.Say(root, anna, s)
	}
	fake.SayTo(root, anna, "green is ugly", theirs)
	fake.Announce(root, "600000000000000077", "a bot's words")
	fake.Announce(text, "600000000000000077", "<@"+fake.Application+"> a bot's call")
	fake.Post(root, "a webhook's <@"+fake.Application+"> words")
	fake.Say(root, anna, "give the layout to <@"+bob+">")
	fake.SayTo(root, anna, "as I said", mine)
	fake.SayTo(root, anna, "<@"+fake.Application+"> what of this?", theirs)
	var got []string
	heardNext(t, in, 6)
	for _, r := range in.all()[3:] {
		got = append(got, r.Text)
	}
	same(t, []string{"give the layout to @Bob", "as I said", "what of this?"}, got)
}

func TestNamesAndRolesAreThoseOfTheMoment(t *testing.T) {
	fake, in, _ := listening(t, nil)
	fake.Mention(text, anna, "hello")
	fake.SetMember(anna, "Anna from Sales", "810000000000000001", "810000000000000002")
	root := fake.Mention(text, anna, "hello again")
	heardNext(t, in, 2)
	fake.Say(direct, anna, "in private")
	heardNext(t, in, 3)
	var who []assistant.Identity
	for _, r := range in.all() {
		who = append(who, r.From)
	}
	roles := []string{"810000000000000001", "810000000000000002"}
	same(t, []assistant.Identity{
		{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna", Groups: []string{}, GroupsIn: home},
		{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna from Sales", Groups: roles, GroupsIn: home},
		{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna"},
	}, who)
	if _, err := fake.Interact(t.Context(), 3, root, anna, map[string]any{"custom_id": "v1:run:stop:x", "component_type": 2}, nil); err != nil {
		t.Fatal(err)
	}
	same(t, assistant.Identity{Surface: assistant.SurfaceDiscord, External: anna, Name: "Anna from Sales", Language: assistant.English, Groups: roles, GroupsIn: home}, in.lastAct(t).From)
}
