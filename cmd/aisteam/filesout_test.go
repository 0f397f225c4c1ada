package main

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

const wantsTickets = "Please write me a CSV of the tickets"

// ticket makes a ticket over the API, in a conversation of its own.
func (a api) ticket(title string) {
	a.tb.Helper()
	var out struct{ Status string }
	status := a.call(http.MethodPost, "/api/assistant/execute", map[string]any{
		"projectId": a.project(), "conversationId": a.chat("", "Hi").ConversationID, "createdByAgentId": "deliveryLead", "taskType": "create_ticket", "parameters": map[string]string{"title": title, "priority": "high"},
	}, &out)
	if status != http.StatusOK {
		a.tb.Fatalf("the ticket answers %d, %+v", status, out)
	}
}

// shared are the files of the thread.
func (w *slackWorld) shared() (out []fakeslack.Upload) {
	for _, m := range w.slack.Posted(channel, w.root) {
		out = append(out, m.Files...)
	}
	return out
}

// TestAFileIsMadeAndComesInSlack: listed, written, uploaded into the thread, once.
func TestAFileIsMadeAndComesInSlack(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	a := api{t, w.child}
	a.ticket("The contact form, it's \"slow\"")
	a.ticket("=HYPERLINK(\"https://evil.example\")")
	w.say(wantsTickets, func() {})
	w.shows("the answer", func() {}, says("Wrote the file “tickets.csv”"))
	w.shows("the file", func() {}, func(m fakeslack.Message) bool { return len(m.Files) > 0 })
	files := w.shared()
	want := "number,title,priority,body\n2,\"'=HYPERLINK(\"\"https://evil.example\"\")\",high,\n1,\"The contact form, it's \"\"slow\"\"\",high,\n"
	if len(files) != 1 || files[0].Title != "tickets.csv" || files[0].Content != want {
		t.Errorf("%+v", files)
	}
	w.shows("that it was written", func() {}, says("Finn wrote the file “tickets.csv”"))
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
	t.Logf("the thread:\n%s", w.slack.Dump(channel, w.root))
}

// TestWhereSlackTakesNoFilesTheAnswerSaysWhereElseTheyAre: an installation from before files:write was asked for.
func TestWhereSlackTakesNoFilesTheAnswerSaysWhereElseTheyAre(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t, "AISTEAM_PUBLIC_URL=https://panel.example")
	w.slack.Withhold("files:write")
	w.child.startReady()
	w.say("Write a file called hours.md that says: We open at nine.", func() {})
	w.shows("the answer", func() {}, says("Wrote the file “hours.md”"))
	m := w.shows("where the file is", func() {}, says("I may not add files here."))
	if !strings.Contains(string(m.Blocks), "https://panel.example/c/") || len(w.shared()) > 0 {
		t.Errorf("%s", m.Blocks)
	}
}

// TestAHostileNameIsMadeHarmlessOnItsWay: a path, a control character and one that turns the reading order around.
func TestAHostileNameIsMadeHarmlessOnItsWay(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	w.say("Write a file called “../../etc/in\u202evoice<!channel>.txt” that says: hello", func() {})
	w.shows("the file", func() {}, func(m fakeslack.Message) bool { return len(m.Files) > 0 })
	if f := w.shared()[0]; f.Title != "invoice@channel.txt" || f.Content != "hello\n" {
		t.Errorf("%+v", f)
	}
	w.say("Write a file called setup.exe that says: hello", func() {})
	w.shows("the refusal", func() {}, says("I cannot write “setup.exe”"))
	if v := w.slack.Violations(); len(v) > 0 || len(w.shared()) != 1 {
		t.Errorf("%d files; Slack's rules were broken:\n%s", len(w.shared()), strings.Join(v, "\n"))
	}
}

func TestAFileIsMadeAndComesInDiscord(t *testing.T) {
	t.Parallel()
	for _, fileless := range []bool{false, true} {
		w := newDiscordWorld(t, false)
		if fileless {
			w.discord.Fileless()
		}
		w.thread = w.discord.Mention(discordChannel, discordAsker, "Please write a file called “Öffnungs zeiten.md” that says: We open at nine.")
		m := w.shows("the answer", discordSays("Wrote the file “Öffnungs zeiten.md”"))
		switch {
		case fileless && (len(m.Files) > 0 || !discordSays("I may not add files here.")(m)):
			t.Errorf("%v", m.Lines())
		case !fileless && string(m.Files["offnungs-zeiten.md"]) != "We open at nine.\n":
			t.Errorf("%q", m.Files)
		}
		if v := w.discord.Violations(); len(v) > 0 {
			t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
		}
	}
}

// TestAFileIsMadeAndShownOnThePanel: a link that gives it back as it was made, to who is signed in alone.
func TestAFileIsMadeAndShownOnThePanel(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	a.ticket("The contact form is slow")
	said := a.chat("", wantsTickets)
	if log := a.log(said.ConversationID); !strings.Contains(log, "thinking thought: Finn wrote the file “tickets.csv”, 60 bytes") {
		t.Errorf("%s", log)
	}
	page := panelPage(t, k, "/c/"+said.ConversationID)
	link := regexp.MustCompile(`href="(/api/files/[0-9a-f-]{36})"[^>]*>tickets.csv`).FindStringSubmatch(page)
	if link == nil {
		t.Fatalf("no link on the page:\n%s", page)
	}
	if got := panelPage(t, k, link[1]); got != "number,title,priority,body\n1,The contact form is slow,high,\n" {
		t.Errorf("%q", got)
	}
	if status, _, _ := get(t.Context(), k.url(link[1])); status != http.StatusUnauthorized {
		t.Errorf("a stranger gets %d", status)
	}
}

// panelPage fetches a page as a person who is signed in.
func panelPage(t *testing.T, k *child, path string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	var body []byte
	for _, p := range []string{"/login", path} {
		get := client.Get
		if p == "/login" {
			get = func(at string) (*http.Response, error) { return client.PostForm(at, url.Values{"token": {testToken}}) }
		}
		res, err := get(k.url(p))
		if err != nil {
			t.Fatal(err)
		}
		body, _ = io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Fatalf("%s answers %d %s", p, res.StatusCode, body)
		}
	}
	return string(body)
}

// TestAFileIsMadeAndSharedOnceWhateverDies kills the command around the making of a file and, at the points that this change draws, of its
// delivery.
func TestAFileIsMadeAndSharedOnceWhateverDies(t *testing.T) {
	t.Parallel()
	trace := filepath.Join(t.TempDir(), "trace")
	flow := func(t *testing.T, env ...string) *slackWorld {
		t.Helper()
		w := newSlackWorld(t, env...)
		alive := func() {
			if w.child.ended() {
				w.child.start(crashVar+"=0", traceVar+"=")
			}
		}
		w.child.start()
		w.say("Write a file called hours.md that says: We open at nine.", alive)
		w.shows("the file", alive, func(m fakeslack.Message) bool { return len(m.Files) > 0 })
		w.shows("the answer", alive, says("Wrote the file “hours.md”"))
		return w
	}
	flow(t, traceVar+"="+trace)
	raw, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	points := strings.Split(strings.TrimSpace(string(raw)), "\n")
	made := slices.IndexFunc(points, func(p string) bool { return strings.HasSuffix(p, " before write_file") })
	if made < 0 {
		t.Fatalf("no file was made:\n%s", raw)
	}
	for _, n := range (story{tool: "write_file"}).tried(t, points[made:]) {
		t.Run(points[made+n-1], func(t *testing.T) {
			t.Parallel()
			w := flow(t, crashVar+"="+strconv.Itoa(made+n))
			settle(t.Context(), w)
			if answers := w.slack.Posted(channel, w.root); len(w.shared()) != 1 || count(answers, says("Wrote the file “hours.md”, 17 bytes")) != 1 {
				t.Errorf("%d files; the thread:\n%s", len(w.shared()), w.slack.Dump(channel, w.root))
			}
			if v := w.slack.Violations(); len(v) > 0 {
				t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
			}
		})
	}
}

// settle lets what is still under way come: the thread is at rest once another word has been answered.
func settle(ctx context.Context, w *slackWorld) {
	w.tb.Helper()
	alive := func() {
		if w.child.ended() {
			w.child.start(crashVar+"=0", traceVar+"=")
		}
	}
	w.say("Who are you?", alive)
	w.shows("another answer", alive, says("This is the team"))
}

func count(ms []fakeslack.Message, is func(fakeslack.Message) bool) int {
	return len(slices.DeleteFunc(slices.Clone(ms), func(m fakeslack.Message) bool { return !is(m) }))
}

// TestARunHandsOverWhatItsTasksMade: a file that a task wrote comes with the run's summary.
func TestARunHandsOverWhatItsTasksMade(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	a := api{t, k}
	conversation := a.chat("", "Hi").ConversationID
	execute := map[string]any{
		"projectId": a.project(), "conversationId": conversation, "createdByAgentId": "fileAgent", "taskType": "write_file",
		"parameters": map[string]string{"name": "handover.md", "content": "# Handover"},
	}
	if status := a.call(http.MethodPost, "/api/assistant/execute", execute, nil); status != http.StatusOK {
		t.Fatalf("it answers %d", status)
	}
	var link []string
	eventually(t, patience, "the summary has the file", func() bool {
		link = regexp.MustCompile(`href="(/api/files/[0-9a-f-]{36})"[^>]*>handover.md`).FindStringSubmatch(panelPage(t, k, "/c/"+conversation))
		return link != nil
	})
	if got := panelPage(t, k, link[1]); got != "# Handover\n" {
		t.Errorf("%q", got)
	}
	execute["createdByAgentId"] = "notificationAgent"
	if status := a.call(http.MethodPost, "/api/assistant/execute", execute, nil); status == http.StatusOK {
		t.Error("an agent that writes no files wrote one")
	}
}
