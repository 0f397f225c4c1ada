package web_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// TestNoPageInAnotherLanguageHasWordsInEnglish: what a page says in English and in another language alike is a name, a word that both
// have, or what people and models wrote. All else was never translated. Every page is read, with much on it, with nothing, refused for
// want of rights, and where it is not there.
func TestNoPageInAnotherLanguageHasWordsInEnglish(t *testing.T) {
	w, full, _, all := everyPage(t)
	busy(w)
	bare := newWorld(t)
	empty := bare.surface(t, withLoad(bare))
	ours := written(t, w, bare)
	much := house{w, full.Config.Handler, cookie(t, full.Config.Handler)}
	nothing := house{bare, empty, cookie(t, empty)}
	for _, l := range assistant.Languages()[1:] {
		read := eyes{language: l, alike: alikeIn(t, l), ours: ours}
		for _, one := range looked(all) {
			read.both(t, much, one.path)
			if !strings.Contains(one.path[1:], "/") { // what has an id is not there
				read.both(t, nothing, one.path)
			}
		}
		w.setRole(assistant.RoleMember)
		for _, one := range looked(all) {
			read.both(t, much, one.path)
		}
		w.setRole(assistant.RoleAdmin)
		for path, body := range map[string]string{
			"/hooks": "prompt=look&filter=payload.", "/tasks": "prompt=look&when=whenever", "/settings/projects": "name=",
			"/settings/projects/" + string(w.projects[0].ID): "domain=not+a+domain!!", "/settings/own/choose_time_zone": "place=Atlantis", "/nowhere": "x=1",
		} {
			read.sent(t, much, path, body)
		}
	}
}

// house is a world with its surface and somebody who is signed in.
type house struct {
	w  *world
	h  http.Handler
	in func(*http.Request)
}

func (w *world) setRole(r assistant.Role) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.owner.Role = r
}

// eyes compare what is read in a language with what is read in English.
type eyes struct {
	language assistant.Language
	alike    map[string]bool // words of the catalogue that both languages have
	ours     string          // what people and models wrote in these worlds
}

func (e eyes) both(t *testing.T, at house, path string) {
	t.Helper()
	read := func(l assistant.Language) string {
		at.w.talkIn(l)
		return call(t, at.h, "GET", path, "", at.in, reading(string(l))).Body.String()
	}
	e.compare(t, path, read(assistant.English), read(e.language))
}

func (e eyes) sent(t *testing.T, at house, path, body string) {
	t.Helper()
	read := func(l assistant.Language) string {
		form := func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }
		return call(t, at.h, "POST", path, body, at.in, form, reading(string(l))).Body.String()
	}
	e.compare(t, path+" with "+body, read(assistant.English), read(e.language))
}

var (
	numbered = regexp.MustCompile(`^\(\d+\) `)
	word     = regexp.MustCompile(`\pL[\pL\d_]+`)
	inCode   = regexp.MustCompile(`https?://\S+|/\S+|\S+\.(?:com|ca|example)\b`)
)

func (e eyes) compare(t *testing.T, path, english, theirs string) {
	t.Helper()
	before := readable(t, english)
	for _, text := range slices.Sorted(maps.Keys(readable(t, theirs))) {
		said := strings.Trim(numbered.ReplaceAllString(strings.TrimSuffix(text, " · AISTEAM"), ""), " ⚠·“”…")
		if !before[text] || e.alike[text] || strings.Contains(said, " ") && strings.Contains(e.ours, said) {
			continue
		}
		rest := slices.DeleteFunc(word.FindAllString(inCode.ReplaceAllString(text, ""), -1), func(one string) bool { return names[one] || e.alike[one] })
		if len(rest) > 0 {
			t.Errorf("%s, in %s, says %q as in English: %q", path, e.language.Name(), text, rest)
		}
	}
}

// names are what is called alike in every language: products, people of the tests, units and abbreviations of time zones.
var names = func() map[string]bool {
	out := map[string]bool{}
	for one := range strings.FieldsSeq("AISTEAM Slack Discord WordPress GitHub Stripe OpenAI Standard Webhooks Robin Anna Aquaverter Europe Berlin " +
		"Web Engineer English Deutsch Français Español gpt mini luna openai gemini flash CET UTC ms Blue Harbour Studio Hans Dana Mak Iris Nico Noor ACDE FGHJ " +
		// What the story calls things, fields of events, and a secret.
		"Services Prices Busy Waiting heading text phone title slug services html look name payload action opened repository full_name visitors") {
		out[one] = true
	}
	return out
}()

// attributes are those that are read out or shown.
var attributes = []string{"title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "label", "hx-confirm"}

// readable is what somebody reads on a page, each text once, but for what models and people wrote with marks, and for code.
func readable(t *testing.T, page string) map[string]bool {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	doc.Find("script, style, code, pre, .prose, .opening").Remove()
	out := map[string]bool{}
	keep := func(text string) {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			out[text] = true
		}
	}
	for n := range doc.Nodes[0].Descendants() {
		if n.Type == html.TextNode {
			keep(n.Data)
		}
		for _, a := range n.Attr {
			if slices.Contains(attributes, a.Key) {
				keep(a.Val)
			}
		}
	}
	return out
}

// alikeIn are the texts and words of the catalogue that English and another language have alike.
func alikeIn(t *testing.T, l assistant.Language) map[string]bool {
	t.Helper()
	entries, err := wording.Entries(l)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for english, e := range entries {
		if e.Text == english {
			out[english] = true
			for _, one := range word.FindAllString(e.Text, -1) {
				out[one] = true
			}
		}
	}
	return out
}

// written is what people and models wrote in a world, a line each, with what it calls its things.
func written(t *testing.T, worlds ...*world) string {
	t.Helper()
	var out strings.Builder
	for _, w := range worlds {
		w.mu.Lock()
		raw, err := json.Marshal([]any{w.log, w.conversations, w.people, w.projects, roster(), useful(), changing(""), "look at the new issue", "Make the application", "Install App", "It ends soon.", "The key is set by OPENAI_API_KEY."})
		w.mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).FindAllString(string(raw), -1) {
			var said string
			if json.Unmarshal([]byte(text), &said) == nil && strings.Contains(said, " ") {
				out.WriteString("\n" + strings.Join(strings.Fields(said), " ") + "\n")
			}
		}
	}
	return out.String()
}

// talkIn has all conversations in a language.
func (w *world) talkIn(l assistant.Language) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.conversations {
		w.conversations[i].Language = l
	}
}
