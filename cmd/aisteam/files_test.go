package main

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/internal/fakediscord"
	"github.com/aisteam/aisteam/internal/fakeslack"
	"github.com/aisteam/aisteam/internal/filekit"
)

const pdfType = "application/pdf"

// share makes Anna send words with files in the thread; the first message starts it.
func (w *slackWorld) share(text string, files ...map[string]any) {
	w.tb.Helper()
	w.deliver("the files", func() {}, func(ctx context.Context) (fakeslack.Answer, error) {
		ts, a, err := w.slack.Share(ctx, channel, w.root, asker, text, files...)
		if w.root == "" {
			w.root = ts
		}
		return a, err
	})
}

// TestAFileInSlackIsReadAndAnsweredFrom: fetched with the token, once; later turns know it, also after a crash.
func TestAFileInSlackIsReadAndAnsweredFrom(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	offer := w.slack.AddFile("offer.pdf", pdfType, filekit.PDF("Our company sells water filters.", "The delivery takes 12 working days."))
	w.slack.Fault("files-pri", fakeslack.Fault{Status: http.StatusServiceUnavailable})
	w.share("What does the attached file say about delivery?", offer)
	w.shows("the answer", func() {}, says("The delivery takes 12 working days."))
	w.child.kill()
	w.child.startReady()
	w.say("And what does the company sell, again?", func() {})
	w.shows("the second answer", func() {}, says("Our company sells water filters."))
	if n := w.slack.Calls("files-pri"); n != 2 {
		t.Errorf("the file was asked for %d times; once it was put off", n)
	}
	if v := w.slack.Violations(); len(v) > 0 {
		t.Errorf("Slack's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// TestFilesThatCannotBeReadDoNotStopTheTurn: a poison file, an address that is not Slack's, and the words are answered.
func TestFilesThatCannotBeReadDoNotStopTheTurn(t *testing.T) {
	t.Parallel()
	w := newSlackWorld(t)
	w.child.startReady()
	poison := w.slack.AddFile("poison.pdf", pdfType, []byte("%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root "+
		strings.Repeat("[", 1<<20)+"\nstartxref\n9\n%%EOF\n"))
	elsewhere := w.slack.AddFile("elsewhere.pdf", pdfType, filekit.PDF("stolen"))
	other, err := fakeslack.New(t.Context(), fakeslack.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	elsewhere["url_private"] = strings.TrimSuffix(other.APIURL(), "/api/") + "/files-pri/x"
	w.share("Who are you?", poison, elsewhere, w.slack.AddFile("hours.docx", "", filekit.Word("We open at nine.")))
	w.shows("what could not be read", func() {}, says("I could not read “poison.pdf”: it seems to be damaged."))
	w.shows("what was not fetched", func() {}, says("I could not read “elsewhere.pdf”: Slack did not let me see it."))
	w.shows("the answer", func() {}, says("We open at nine."))
	if other.Calls("files-pri") > 0 {
		t.Error("the token went to another host")
	}
}

// TestAFileInDiscordIsReadWhenItsAddressHasExpired: the message is looked at again.
func TestAFileInDiscordIsReadWhenItsAddressHasExpired(t *testing.T) {
	t.Parallel()
	w := newDiscordWorld(t, false)
	w.discord.Fault("GET attachments", fakediscord.Fault{Status: http.StatusNotFound})
	w.thread = w.discord.Attach(discordChannel, discordAsker, "<@"+w.discord.Application+"> What was sold in November?",
		"sales.xlsx", "", filekit.Sheet([]any{"Month", "Sales"}, []any{"November", 17}))
	w.shows("the answer", discordSays("November 17"))
	if n := w.discord.Calls("GET attachments"); n != 2 {
		t.Errorf("the file was asked for %d times", n)
	}
	if v := w.discord.Violations(); len(v) > 0 {
		t.Errorf("Discord's rules were broken:\n%s", strings.Join(v, "\n"))
	}
}

// TestFilesOnThePanel: uploaded without script, read, looked at, and given back as they came to who is signed in.
func TestFilesOnThePanel(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	res, err := client.PostForm(k.url("/login"), url.Values{"token": {testToken}})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	_ = parts.WriteField("text", "")
	for name, data := range map[string][]byte{"notes.txt": []byte("The budget is 4200 euros.\n<script>alert(1)</script>"), "../../logo.png": filekit.PNG(40, 30)} {
		p, _ := parts.CreateFormFile("files", name)
		_, _ = p.Write(data)
	}
	_ = parts.Close()
	res, err = client.Post(k.url("/panel/messages"), parts.FormDataContentType(), &form)
	if err != nil {
		t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	res.Body.Close()
	conversation := strings.TrimPrefix(res.Request.URL.Path, "/c/")
	if res.StatusCode != http.StatusOK || !strings.Contains(string(page), `src="/api/files/`) {
		t.Fatalf("%d %s", res.StatusCode, page)
	}
	a := api{t, k}
	log := a.reads(conversation, "The budget is 4200 euros.")
	if !strings.Contains(log, "I see the picture “logo.png”, 40×30 pixels") {
		t.Errorf("the picture was not seen:\n%s", log)
	}
	_, link, _ := strings.Cut(string(page), `href="/api/files/`)
	link, _, _ = strings.Cut(link, `"`)
	res, err = client.Get(k.url("/api/files/" + link))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if h := res.Header; res.StatusCode != http.StatusOK || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") ||
		h.Get("X-Content-Type-Options") != "nosniff" || strings.Contains(h.Get("Content-Type"), "html") {
		t.Errorf("%d %v", res.StatusCode, h)
	}
	if status, _, _ := get(t.Context(), k.url("/api/files/"+link)); status != http.StatusUnauthorized {
		t.Errorf("a stranger gets %d", status)
	}
}
