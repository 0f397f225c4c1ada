package slack_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack"
	"github.com/aisteam/aisteam/internal/fakeslack"
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
	k := assistant.KeptFile{ID: assistant.MadeID(s.tenant, name), Name: name, Bytes: []byte(text)}
	s.files[k.ID] = text
	return k.File()
}

func withShelf(t *testing.T, change func(*slack.Config)) (*fakeslack.Server, *slack.Bot, *shelf) {
	t.Helper()
	s := &shelf{tenant: "tenant", files: map[assistant.FileID]string{}}
	fake, bot := fakeAndBot(t, func(c *slack.Config) {
		c.Files, c.Tenant, c.Public = s, s.tenant, assistant.PublicAt("https://panel.example")
		if change != nil {
			change(c)
		}
	})
	t.Cleanup(func() {
		if v := fake.Violations(); len(v) > 0 {
			t.Errorf("rules broken:\n%s", strings.Join(v, "\n"))
		}
	})
	return fake, bot, s
}

// made is an answer that hands over two files, and names one that is elsewhere.
func made(s *shelf) bots.AnswerCard {
	return bots.AnswerCard{Agent: nico, Text: "Here they are.", Conversation: "c", Message: "m1", Files: []assistant.File{
		s.put("tickets.csv", "a,b\n"), s.put("Über uns.md", "# Wir\n"), {Name: "elsewhere.pdf", URL: "https://x.example/e.pdf"},
	}}
}

func titles(fs []fakeslack.Upload) (out []string) {
	for _, f := range fs {
		out = append(out, f.Title+" "+f.Content)
	}
	return out
}

func TestTheFilesOfAnAnswerComeIntoItsThreadInOneMessage(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	card := made(s)
	root := fake.Write("C1", "", "U1", "hi")
	ts, err := bot.Post(t.Context(), place(root), card, "n")
	if err != nil {
		t.Fatal(err)
	}
	posted := fake.Posted("C1", root)
	if len(posted) != 2 || posted[0].TS != ts || len(posted[1].Files) != 2 {
		t.Fatalf("%d messages: %s", len(posted), fake.Dump("C1", root))
	}
	if d := cmp.Diff([]string{"tickets.csv a,b\n", "Über uns.md # Wir\n"}, titles(posted[1].Files)); d != "" {
		t.Error(d)
	}
	for i, ends := range []string{".csv", ".md"} {
		if name := posted[1].Files[i].Name; !strings.HasSuffix(name, ends) || name == posted[1].Files[i].Title {
			t.Errorf("the file's name is %q", name)
		}
	}
	if ref, found, err := bot.Find(t.Context(), place(root), "n"); err != nil || !found || ref != ts {
		t.Errorf("%q %v %v", ref, found, err)
	}
	// Another answer with files of the same names is another.
	if _, found, err := bot.Find(t.Context(), place(root), "other"); err != nil || found {
		t.Errorf("another's was found: %v", err)
	}
	if _, err := bot.Post(t.Context(), place(root), card, "other"); err != nil || len(files(fake, root)) != 4 {
		t.Errorf("%d files, %v", len(files(fake, root)), err)
	}
	uploads := fake.Calls("upload")
	card.Text = "Here they really are."
	if err := bot.Edit(t.Context(), place(root), ts, card); err != nil || fake.Calls("upload") != uploads {
		t.Errorf("an edit sent files again: %d, %v", fake.Calls("upload")-uploads, err)
	}
}

func TestTheHashOfACardIsAlsoThatOfItsFiles(t *testing.T) {
	_, bot, s := withShelf(t, nil)
	card := made(s)
	with := bot.Hash(t.Context(), place("1.0"), card)
	card.Files = slices.Clone(card.Files)
	card.Files[0].URL = s.put("another", "c,d\n").URL // of the same name
	if other := bot.Hash(t.Context(), place("1.0"), card); other == with || other == "" {
		t.Error("another file looks the same")
	}
}

func TestFilesWhoseSharingIsCutOffAreSharedOnce(t *testing.T) {
	for _, method := range []string{"files.getUploadURLExternal", "upload", "chat.postMessage", "files.completeUploadExternal"} {
		for _, fault := range []fakeslack.Fault{{Cut: true}, {Status: 500}, {Status: 429}} {
			if method == "upload" && fault.Cut {
				continue
			}
			t.Run(fmt.Sprintf("%s %+v", method, fault), func(t *testing.T) {
				fake, bot, s := withShelf(t, nil)
				root := fake.Write("C1", "", "U1", "hi")
				fake.Fault(method, fault)
				if _, err := bot.Post(t.Context(), place(root), made(s), "n"); err == nil {
					t.Fatal("nothing went wrong")
				}
				if fault.Status == 429 {
					bot = slackAgain(t, fake, s) // whose pace knows nothing of it
				}
				first, found, err := bot.Find(t.Context(), place(root), "n")
				if err != nil {
					t.Fatal(err)
				}
				if !found {
					if first, err = bot.Post(t.Context(), place(root), made(s), "n"); err != nil {
						t.Fatal(err)
					}
				}
				if posted := fake.Posted("C1", root); len(posted) != 2 || posted[0].TS != first || len(files(fake, root)) != 2 {
					t.Errorf("%d messages, %d files", len(posted), len(files(fake, root)))
				}
			})
		}
	}
}

// slackAgain is another process.
func slackAgain(t *testing.T, fake *fakeslack.Server, s *shelf) *slack.Bot {
	t.Helper()
	return slack.New(slack.Config{SigningSecret: "secret", Token: fake.Token, APIURL: fake.APIURL(), Tenant: s.tenant, Files: s})
}

func TestWhereSlackTakesNoFilesTheAnswerComesWithoutThemAndSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		refuse func(*fakeslack.Server, *shelf)
		public string
		says   string
	}{
		"without the scope":       {func(f *fakeslack.Server, _ *shelf) { f.Withhold("files:write") }, "https://panel.example", "https://panel.example/c/c|Get them in the panel"},
		"without scope and panel": {func(f *fakeslack.Server, _ *shelf) { f.Withhold("files:write") }, "", "(files:write)"},
		"refused once they are there": {func(f *fakeslack.Server, _ *shelf) {
			f.Fault("files.completeUploadExternal", fakeslack.Fault{Error: "not_in_channel"})
		}, "https://panel.example", "Get them in the panel"},
		"when they are gone": {func(_ *fakeslack.Server, s *shelf) { clear(s.files) }, "https://panel.example", "Get them in the panel"},
	} {
		t.Run(name, func(t *testing.T) {
			fake, bot, s := withShelf(t, func(cfg *slack.Config) { cfg.Public = assistant.PublicAt(c.public) })
			card := made(s)
			c.refuse(fake, s)
			root := fake.Write("C1", "", "U1", "hi")
			ts, err := bot.Post(t.Context(), place(root), card, "n")
			if how(err) != bots.OutcomeBare {
				t.Fatal(err)
			}
			posted := fake.Posted("C1", root)
			shown := strings.Join(fakeslack.Lines(posted[0].Blocks), "\n")
			if len(posted) != 1 || posted[0].TS != ts || !strings.Contains(shown, "Here they are.") || !strings.Contains(shown, "I may not add files here.") || !strings.Contains(string(posted[0].Blocks), c.says) {
				t.Errorf("%d messages: %s", len(posted), posted[0].Blocks)
			}
			if again, err := bot.Post(t.Context(), place(root), card, "n"); unless(err) != nil || again == "" && len(fake.Posted("C1", root)) != 1 {
				t.Errorf("%q %v", again, err)
			}
		})
	}
}

// The words are there at once, and the file comes when it can be had.
func TestAFileThatCannotBeLookedUpIsWaitedForAndItsWordsAreNot(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	card := made(s)
	s.away = errors.New("the database is away")
	root := fake.Write("C1", "", "U1", "hi")
	_, err := bot.Post(t.Context(), place(root), card, "n")
	if _, later := errors.AsType[*bots.LaterError](err); !later || len(fake.Posted("C1", root)) != 1 {
		t.Fatalf("%v, %d messages", err, len(fake.Posted("C1", root)))
	}
	s.away = nil
	if _, err := bot.Post(t.Context(), place(root), card, "n"); err != nil || len(files(fake, root)) != 2 || len(fake.Posted("C1", root)) != 2 {
		t.Errorf("%v, %d files in %d messages", err, len(files(fake, root)), len(fake.Posted("C1", root)))
	}
}

// However the upload fails, the words are there, and a line says where the files are.
func TestAnUploadThatKeepsFailingIsSaidInALine(t *testing.T) {
	for _, method := range []string{"files.getUploadURLExternal", "upload", "files.completeUploadExternal"} {
		for public, says := range map[string]string{"https://panel.example": "https://panel.example/c/c|Get them in the panel", "": "once more in a while"} {
			fake, bot, s := withShelf(t, func(c *slack.Config) { c.Public = assistant.PublicAt(public) })
			card, root := made(s), fake.Write("C1", "", "U1", "hi")
			for range 9 {
				fake.Fault(method, fakeslack.Fault{Status: 500})
			}
			tries, err := 0, error(nil)
			for ; tries < 9 && how(err) == ""; tries++ {
				_, err = bot.Post(t.Context(), place(root), card, "n")
				if posted := fake.Posted("C1", root); len(posted) != 1 || !strings.Contains(string(posted[0].Blocks), "Here they are.") {
					t.Fatalf("%s: try %d: %d messages", method, tries, len(posted))
				}
			}
			if posted := fake.Posted("C1", root); how(err) != bots.OutcomeBare || tries != 3 || !strings.Contains(string(posted[0].Blocks), says) {
				t.Errorf("%s: %v after %d tries: %s", method, err, tries, posted[0].Blocks)
			}
		}
	}
}

func TestALongAnswerComesWithItsFiles(t *testing.T) {
	for name, text := range map[string]string{"in parts": strings.Repeat("A sentence of some length is here.\n\n", 700), "as a file": tome().Text} {
		fake, bot, s := withShelf(t, nil)
		card := made(s)
		card.Text = text
		root := fake.Write("C1", "", "U1", "hi")
		fake.Fault("files.completeUploadExternal", fakeslack.Fault{Cut: true})
		if _, err := bot.Post(t.Context(), place(root), card, "n"); err == nil {
			t.Fatal("nothing went wrong")
		}
		if ref, found, err := bot.Find(t.Context(), place(root), "n"); err != nil || !found || ref != fake.Posted("C1", root)[0].TS {
			t.Errorf("%s: it is not found: %v", name, err)
		}
		got := titles(files(fake, root))
		if name == "as a file" && len(got) == 3 && strings.HasPrefix(got[0], "answer.md Sentence 0") {
			got = got[1:]
		}
		if d := cmp.Diff([]string{"tickets.csv a,b\n", "Über uns.md # Wir\n"}, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestAnAnswerThatWasWrittenBeforePeoplesEyesEndsWithItsFiles(t *testing.T) {
	fake, bot, s := withShelf(t, nil)
	card, root := made(s), fake.Write("C1", "", "U1", "hi")
	ref, err := bot.Write(t.Context(), place(root), bots.AnswerCard{Agent: nico, Text: "Here", Draft: true}, "", draftNonce)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []fakeslack.Fault{{Cut: true}, {}} { // the second time as after a lost answer
		fake.Fault("files.completeUploadExternal", fault)
		if done, err := bot.Finish(t.Context(), place(root), ref, card, draftNonce); err == nil && done != ref {
			t.Fatal(done)
		}
	}
	if posted := fake.Posted("C1", root); len(posted) != 2 || len(files(fake, root)) != 2 {
		t.Errorf("%d messages, %d files", len(posted), len(files(fake, root)))
	}
	fake.Withhold("files:write")
	root = fake.Write("C1", "", "U1", "hi")
	if ref, err = bot.Write(t.Context(), place(root), bots.AnswerCard{Agent: nico, Text: "Here", Draft: true}, "", draftNonce); err != nil {
		t.Fatal(err)
	}
	if done, err := bot.Finish(t.Context(), place(root), ref, card, draftNonce); how(err) != bots.OutcomeBare || done != ref {
		t.Fatal(done, err)
	}
	if posted := fake.Posted("C1", root); len(posted) != 1 || !strings.Contains(string(posted[0].Blocks), "Get them in the panel") {
		t.Error(fake.Dump("C1", root))
	}
}
