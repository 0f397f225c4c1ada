package wording_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var (
	action  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	letters = regexp.MustCompile(`\pL{2,}`)
)

// same are what templates write and no language says otherwise: names, and what is typed as it stands.
var same = []string{
	"AISTEAM", "Slack", "Discord", "GitHub", "Stripe", "Standard Webhooks", "/aisteam link", "/settings code:", "ACDE-FGHJ", "S0123ABCD", "example.com",
	"ms", "payload.action == \"opened\"", "payload.repository.full_name", "payload.visitors >= 10000000", "10s", "TH",
}

// TestNoTemplateOfThePanelSaysWordsOfItsOwn: what people read of a page, its attributes included, is of the catalogue.
func TestNoTemplateOfThePanelSaysWordsOfItsOwn(t *testing.T) {
	all, err := filepath.Glob("../bots/web/pages/templates/*.html")
	if err != nil || len(all) == 0 {
		t.Fatalf("no templates: %v", err)
	}
	for _, path := range all {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range readIn(action.ReplaceAllString(string(raw), " ")) {
			for _, s := range same {
				words = strings.ReplaceAll(words, s, "")
			}
			if letters.MatchString(words) {
				t.Errorf("%s says %q, which is not in the catalogue", filepath.Base(path), strings.TrimSpace(words))
			}
		}
	}
}

// readIn are the texts that people read of a page.
func readIn(page string) []string {
	var out []string
	z := html.NewTokenizer(strings.NewReader(page))
	for inside := ""; ; {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			if inside != "script" {
				out = append(out, z.Token().Data)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			inside = tag.Data
			for _, a := range tag.Attr {
				switch a.Key {
				case "title", "aria-label", "placeholder", "alt":
					out = append(out, a.Val)
				}
			}
		case html.EndTagToken, html.CommentToken, html.DoctypeToken:
			inside = ""
		}
	}
}

// labelled is where templates may look up what as a word of ours: states, kinds, what a form or a tool of ours is called, what a page says
// of what was just done. What somebody may have written, a title, a name, a note to a decision, is told or stands as it is.
var labelled = map[string]string{
	".":             "deciding feed hooks layout people setup tasks trace",
	"$e":            "feed",
	".Instead":      "deliveries",
	".Invited.Role": "people",
	".Kind":         "trace",
	".Label":        "deciding layout",
	".Legend":       "layout",
	".Name":         "tasks notifications",
	".Outcome":      "hooks",
	".Role":         "people",
	".Run.Status":   "trace",
	".Says":         "tasks",
	".State":        "setup",
	".Status":       "operations tasks",
	".Text":         "setup",
	".Title":        "setup tasks",
	".When":         "layout tasks",
}

var inLabel = regexp.MustCompile(`\blabel (\$?[\w.]+)`)

func TestNoTemplateLooksUpWhatSomebodyHasWritten(t *testing.T) {
	all, err := filepath.Glob("../bots/web/pages/templates/*.html")
	if err != nil || len(all) == 0 {
		t.Fatalf("no templates: %v", err)
	}
	for _, path := range all {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		in := strings.TrimSuffix(filepath.Base(path), ".html")
		for _, a := range action.FindAllString(string(raw), -1) {
			for _, m := range inLabel.FindAllStringSubmatch(a, -1) {
				if !slices.Contains(strings.Fields(labelled[m[1]]), in) {
					t.Errorf("%s looks up %s, which may be words of others: %s", in, m[1], a)
				}
			}
		}
	}
}
