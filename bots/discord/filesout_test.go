package discord_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord"
	"github.com/aisteam/aisteam/internal/fakediscord"
)

// shelf keeps files in memory, for one tenant.
type shelf struct {
	tenant assistant.TenantID
	files  map[assistant.FileID]string
	away   error
}

func (s *shelf) File(_ context.Context, t assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	text, ok := s.files[id]
	switch {
	case s.away != nil:
		return assistant.KeptFile{}, s.away
	case !ok || t != s.tenant:
		return assistant.KeptFile{}, assistant.ErrNotFound
	}
	return assistant.KeptFile{ID: id, Bytes: []byte(text)}, nil
}

// put keeps a file and returns it as messages name it.
func (s *shelf) put(name, text string) assistant.File {
	k := assistant.KeptFile{ID: assistant.MadeID(s.tenant, name+text), Name: name, Bytes: []byte(text)}
	s.files[k.ID] = text
	return k.File()
}

func withShelf(t *testing.T, change func(*discord.Config)) (*fakediscord.Server, *discord.Bot, *shelf) {
	t.Helper()
	s := &shelf{tenant: "tenant", files: map[assistant.FileID]string{}}
	fake, bot := fakeAndBot(t, func(c *discord.Config) {
		c.Files, c.Public = s, assistant.PublicAt("https://panel.example")
		if change != nil {
			change(c)
		}
	})
	t.Cleanup(func() { clean(t, fake) })
	return fake, bot, s
}

// made is an answer that hands over files: of one name, of a name that Discord would change, and one that is elsewhere.
func made(s *shelf) bots.AnswerCard {
	return bots.AnswerCard{Agent: nico, Text: "Here they are.", Conversation: "c", Message: "m1", Files: []assistant.File{
		s.put("tickets.csv", "a,b\n"), s.put("tickets.csv", "c,d\n"), s.put("Über uns (neu).md", "# Wir\n"), s.put("日本.md", "x\n"),
		{Name: "elsewhere.pdf", URL: "https://x.example/e.pdf"},
	}}
}

func contents(m fakediscord.Message) map[string]string {
	out := map[string]string{}
	for name, raw := range m.Files {
		out[name] = string(raw)
	}
	return out
}

func all() map[string]string {
	return map[string]string{"tickets.csv": "a,b\n", "2-tickets.csv": "c,d\n", "uber-uns-neu.md": "# Wir\n", "ri-ben.md": "x\n"}
}

func TestTheFilesOfAnAnswerComeWithIt(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	card := made(s)
	id, err := bot.Post(t.Context(), here(), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	m := shown(t, fake, id)
	if d := cmp.Diff(all(), contents(m)); d != "" {
		t.Error(d)
	}
	if words := strings.Join(m.Lines(), "\n"); !strings.Contains(words, "📄 Über uns (neu).md") || !strings.Contains(words, "📄 elsewhere.pdf") {
		t.Error(words)
	}
	sent := fake.Uploaded()
	card.Text = "Here they really are."
	if err := bot.Edit(t.Context(), here(), id, card); err != nil || fake.Uploaded() != sent {
		t.Errorf("an edit sent %d files again, %v", fake.Uploaded()-sent, err)
	}
	if d := cmp.Diff(all(), contents(shown(t, fake, id))); d != "" || !strings.Contains(shownText(t, fake), "really") {
		t.Error(d)
	}
	hash := bot.Hash(t.Context(), here(), card)
	card.Files[0].URL = s.put("tickets.csv", "e,f\n").URL
	if bot.Hash(t.Context(), here(), card) == hash {
		t.Error("another file looks the same")
	}
}

func TestAnAnswerWithFilesWhoseAnswerIsLostIsThereOnce(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	fake.Fault("POST channels/messages", fakediscord.Fault{Cut: true})
	if _, err := bot.Post(t.Context(), here(), made(s), "n"); err == nil {
		t.Fatal("a lost answer is no error")
	}
	fake.Forget()
	ref, found, err := bot.Find(t.Context(), here(), "n")
	if err != nil || !found || len(fake.Posted(text)) != 1 || len(shown(t, fake, ref).Files) != 4 {
		t.Errorf("%q %v %v", ref, found, err)
	}
}

func TestWhereDiscordTakesNoFilesTheAnswerComesWithoutThemAndSaysSo(t *testing.T) {
	tooLarge := fakediscord.Fault{Status: http.StatusRequestEntityTooLarge, Body: `{"message":"Request entity too large","code":40005}`}
	for name, c := range map[string]struct {
		refuse func(*fakediscord.Server, *shelf)
		public string
		says   string
	}{
		"without the permission":  {func(f *fakediscord.Server, _ *shelf) { f.Fileless() }, "https://panel.example", "[Get them in the panel](https://panel.example/c/c)"},
		"and without the panel":   {func(f *fakediscord.Server, _ *shelf) { f.Fileless() }, "", "can allow me “Attach Files”"},
		"when they are too large": {func(f *fakediscord.Server, _ *shelf) { f.Fault("POST channels/messages", tooLarge) }, "https://panel.example", "Get them in the panel"},
		"when they are gone":      {func(_ *fakediscord.Server, s *shelf) { clear(s.files) }, "https://panel.example", "Get them in the panel"},
	} {
		t.Run(name, func(t *testing.T) {
			fake, bot, s := withShelf(t, func(cfg *discord.Config) { cfg.Public = assistant.PublicAt(c.public) })
			card := made(s)
			c.refuse(fake, s)
			id, err := bot.Post(t.Context(), here(), card, "n")
			if how(err) != bots.OutcomeBare {
				t.Fatal(err)
			}
			m := shown(t, fake, id)
			words := strings.Join(m.Lines(), "\n")
			if len(fake.Posted(text)) != 1 || len(m.Files) > 0 || !strings.Contains(words, "Here they are.") || !strings.Contains(words, "I may not add files here.") || !strings.Contains(words, c.says) {
				t.Error(words)
			}
		})
	}
}

// TestAChannelThatTakesNothingIsNotTakenForOneWithoutFiles: what is refused either way is refused.
func TestAChannelThatTakesNothingIsNotTakenForOneWithoutFiles(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	fake.Mute(text)
	if _, err := bot.Post(t.Context(), here(), made(s), "n"); !isRefused(err) || len(fake.Posted(text)) > 0 {
		t.Error(err)
	}
}

func TestAFileThatCannotBeLookedUpIsWaitedFor(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	card := made(s)
	s.away = errors.New("the database is away")
	_, err := bot.Post(t.Context(), here(), card, "n")
	if _, later := errors.AsType[*bots.LaterError](err); !later || len(fake.Posted(text)) > 0 {
		t.Fatalf("%v, %d messages", err, len(fake.Posted(text)))
	}
}

func TestALongAnswerComesWithItsFiles(t *testing.T) {
	long, _ := essay()
	for name, words := range map[string]string{"in parts": long.Text, "as a file": strings.Repeat("a line of code\n\n", 3000)} {
		for _, fileless := range []bool{false, true} {
			fake, bot, s := withShelf(t, nil)
			if fileless {
				fake.Fileless()
			}
			card := made(s)
			card.Text = words
			ref, err := bot.Post(t.Context(), here(), card, "n")
			if unless(err) != nil || (how(err) != "") != fileless {
				t.Fatal(err)
			}
			posted := fake.Posted(text)
			got := contents(posted[len(posted)-1])
			want := all()
			if name == "as a file" {
				want["answer.md"] = words
			}
			if fileless {
				want = map[string]string{}
			}
			if d := cmp.Diff(want, got); d != "" || strings.Contains(ref, ",") != (name == "in parts") {
				t.Errorf("%s, fileless %v, %s: %s", name, fileless, ref, d)
			}
			if fileless && (!strings.Contains(shownText(t, fake), "I may not add files here") || strings.Contains(shownText(t, fake), "is in the file")) {
				t.Errorf("%s: it promises a file", name)
			}
			if found, ok, err := bot.Find(t.Context(), here(), "n"); found != ref || !ok || err != nil {
				t.Errorf("%s, fileless %v: found %q, %v, %v", name, fileless, found, ok, err)
			}
		}
	}
}

func TestAnAnswerThatWasWrittenBeforePeoplesEyesEndsWithItsFiles(t *testing.T) {
	for _, fileless := range []bool{false, true} {
		fake, bot, s := withShelf(t, unpaced)
		if fileless {
			fake.Fileless()
		}
		card := made(s)
		ref, err := bot.Write(t.Context(), here(), so("Here"), "", draftNonce)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time as after a lost answer
			if done, err := bot.Finish(t.Context(), here(), ref, card, draftNonce); unless(err) != nil || done != ref {
				t.Fatal(done, err)
			}
		}
		m := shown(t, fake, ref)
		switch {
		case fileless && (len(m.Files) > 0 || !strings.Contains(strings.Join(m.Lines(), "\n"), "I may not add files here")):
			t.Error(m.Lines())
		case !fileless && (fake.Uploaded() != 4 || len(m.Files) != 4 || len(fake.Posted(text)) != 1):
			t.Errorf("%d files were sent, and %d are there", fake.Uploaded(), len(m.Files))
		}
	}
}
