package install

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// page is shown to the person who installs the app: what happened, and what to do next.
type page struct {
	Status int
	Title  string
	Text   []string
	To     string // where the way on leads
	Label  string
}

const again = "Start again"

func failed(status int, title string, text ...string) *page {
	return &page{Status: status, Title: title, Text: text, To: installPath, Label: again}
}

func pageInstalled(name, open string) *page {
	if name = bots.Clip(bots.OneLine(name), 80); name == "" {
		name = "your workspace"
	}
	return &page{
		Status: http.StatusOK, Title: "AISTEAM is in " + name, To: open, Label: "Open Slack",
		Text: []string{
			"Open it under Apps first: on its Home tab you say which site the team is to work on.",
			"In a channel, write /invite @aisteam, and then mention @aisteam with what you would like. Or write it a direct message.",
			"Whoever installed it first decides what waits for approval. Nothing is changed before that.",
		},
	}
}

func pageServed(name string) *page {
	return failed(http.StatusConflict, "AISTEAM is in "+bots.Clip(bots.OneLine(name), 80)+" already",
		"This workspace is served by the token that AISTEAM was started with, and goes on as it was. Choose another workspace to add it there.")
}

func pageNowhere() *page {
	return failed(http.StatusServiceUnavailable, "AISTEAM has no public address yet",
		"Slack sends whoever installs the app back to it. Whoever runs this AISTEAM sets it in the panel, under Settings, “Where people reach this panel”; then start again.")
}

func pageRefused(said string) *page {
	switch said {
	case "access_denied":
		return failed(http.StatusForbidden, "Nothing was installed",
			"The request was declined. That is fine: nothing has changed in your workspace.",
			"If your workspace's admins have to approve apps, ask one of them, and then start again.")
	case "invalid_code", "code_already_used":
		return failed(http.StatusBadRequest, "This link has been used or is too old",
			"Slack's answer is good for one use, for ten minutes. Please start again; it takes a minute.")
	case "bad_client_secret", "invalid_client_id", "bad_redirect_uri", "redirect_uri_mismatch":
		return failed(http.StatusBadGateway, "AISTEAM is not set up correctly",
			"Slack says "+said+". Whoever runs this AISTEAM has to compare SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and the redirect URL with the app's settings.")
	}
	if strings.Trim(said, "abcdefghijklmnopqrstuvwxyz_") != "" || len(said) > 60 {
		said = "an error"
	}
	return failed(http.StatusBadGateway, "Slack did not install the app", "Slack says: "+said+". Nothing has changed. Please start again.")
}

func pageNoState() *page {
	return failed(http.StatusBadRequest, "One more click",
		"You come straight from Slack, and AISTEAM cannot tell that it was you who asked for it. Please start here: you choose the workspace once more, and it is done.")
}

func pageNoCookie() *page {
	return failed(http.StatusBadRequest, "This is not the browser you started in",
		"Please start again here, in one browser and with cookies allowed for this page.")
}

func pageWrongState() *page {
	return failed(http.StatusBadRequest, "This link does not belong to you",
		"It was not made for this browser, or it was changed on the way. Nothing was installed. Please start again here.")
}

func pageExpired() *page {
	return failed(http.StatusBadRequest, "That took more than ten minutes",
		"For your safety the request has expired. Nothing was installed. Please start again.")
}

func pageUsed() *page {
	return failed(http.StatusConflict, "This has been done already",
		"The request was used before. If AISTEAM is in your workspace by now, all is well; otherwise please start again.")
}

func pageUnsaved() *page {
	return failed(http.StatusServiceUnavailable, "That could not be saved",
		"AISTEAM could not keep the installation just now. Please start again in a moment: installing twice does no harm.")
}

func pageNoAnswer() *page {
	return failed(http.StatusBadGateway, "Slack did not answer as expected", "Please start again in a moment: installing twice does no harm.")
}

// layout is escaped by html/template: what Slack or a link says is text.
const layout = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
body{font:17px/1.5 system-ui,sans-serif;color:#1f2937;background:#f9fafb;margin:0;display:grid;min-height:100vh;place-items:center}
main{max-width:34rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25}
a{display:inline-block;margin-top:.5rem;padding:.6rem 1.2rem;border-radius:.5rem;background:#1f2937;color:#fff;text-decoration:none}
a:focus-visible{outline:3px solid #2563eb;outline-offset:3px}
@media(prefers-color-scheme:dark){body{color:#e5e7eb;background:#111827}a{background:#e5e7eb;color:#111827}}
</style></head>
<body><main><h1>{{.Title}}</h1>
{{range .Text}}<p>{{.}}</p>
{{end}}<p><a href="{{.To}}">{{.Label}}</a></p></main></body></html>
`

// write sends the page. The page loads nothing, is not cached, and sends no referrer, since its address contains a code.
func (p *page) write(w http.ResponseWriter) error {
	t, err := template.New("page").Parse(layout)
	if err != nil {
		return fmt.Errorf("read layout: %w", err)
	}
	var out bytes.Buffer
	if err := t.Execute(&out, p); err != nil {
		return fmt.Errorf("draw page: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(p.Status)
	_, err = w.Write(out.Bytes())
	return err
}
