package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// sets are the templates in each language, made when somebody first reads it.
type sets struct {
	base    *template.Template // never drawn itself, so that it can be copied
	scripts []string           // the sentences that scripts say

	mu   sync.Mutex
	made map[assistant.Language]*template.Template

	papers sync.Pool // *bytes.Buffer that was drawn on and is empty again
	pieces *lru.Cache[piece, string]
}

const paperKept = 1 << 20 // bytes of a paper that is used again: few pages are longer

// paper is something empty to draw on, which has grown as far as the pages before.
func (s *sets) paper() *bytes.Buffer {
	if b, ok := s.papers.Get().(*bytes.Buffer); ok {
		return b
	}
	return new(bytes.Buffer)
}

// tidy empties a paper for the next page.
func (s *sets) tidy(b *bytes.Buffer) {
	if b.Cap() > paperKept {
		return
	}
	b.Reset()
	s.papers.Put(b)
}

func newSets(base *template.Template, scripts []string) (*sets, error) {
	pieces, err := lru.New[piece, string](piecesKept)
	if err != nil {
		return nil, fmt.Errorf("keep what was drawn: %w", err)
	}
	return &sets{base: base, scripts: scripts, made: map[assistant.Language]*template.Template{}, pieces: pieces}, nil
}

func (s *sets) in(l assistant.Language) (*template.Template, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if set := s.made[l]; set != nil {
		return set, nil
	}
	set, err := s.base.Clone()
	if err != nil {
		return nil, fmt.Errorf("copy the templates: %w", err)
	}
	w := wording.In(l)
	said := map[string]string{} // English scripts carry themselves
	for _, english := range s.scripts {
		blanks := make([]any, strings.Count(english, "%s")) // which the script fills
		for i := range blanks {
			blanks[i] = "%s"
		}
		if text := w.Say(english, blanks...); text != english {
			said[english] = text
		}
	}
	scripts := ""
	if len(said) > 0 {
		raw, err := json.Marshal(said)
		if err != nil {
			return nil, fmt.Errorf("write what scripts say: %w", err)
		}
		scripts = string(raw)
	}
	s.made[l] = set.Funcs(spoken(w, scripts)).Funcs(template.FuncMap{"section": sections(set)})
	return s.made[l], nil
}

// sections draws a section of a card by the template of its kind, which a new section brings in a file of its own.
func sections(set *template.Template) func(kind string, section any) (template.HTML, error) {
	return func(kind string, section any) (template.HTML, error) {
		var b strings.Builder
		if err := set.ExecuteTemplate(&b, "section-"+kind, section); err != nil {
			return "", fmt.Errorf("draw the section %s: %w", kind, err)
		}
		return template.HTML(b.String()), nil // a template has escaped it
	}
}

// spoken are the functions by which templates say something.
func spoken(w wording.Words, scripts string) template.FuncMap {
	return template.FuncMap{
		"say":      w.Say,
		"label":    func(word any) string { return w.Label(fmt.Sprint(word)) },
		"tell":     w.Tell,
		"isolated": wording.Isolated,
		"linked":   linked,
		"phrase":   func(english string, args ...any) template.HTML { return within(w, english, args) },
		"moment":   func(t time.Time) string { return w.Tell(assistant.Moment(t)) },
		"kbd":      keys,
		"doing":    func(a assistant.Activity) string { return doing(w, a) },
		"scripts":  func() string { return scripts }, // what they say, in JSON; "" where that is English
		"words":    func() wording.Words { return w },
	}
}

// keys are keys that are pressed together.
func keys(names ...string) template.HTML {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "<kbd>" + template.HTMLEscapeString(n) + "</kbd>"
	}
	return template.HTML(strings.Join(out, "+")) // escaped
}

// within is a sentence that has something drawn in it: each argument stands in it as it is, and all else is only text.
func within(w wording.Words, english string, args []any) template.HTML {
	marks, drawn := make([]any, len(args)), make([]string, 0, 2*len(args))
	for i, arg := range args {
		mark := "\x02" + strconv.Itoa(i) + "\x03"
		html, ok := arg.(template.HTML)
		if !ok {
			html = template.HTML(template.HTMLEscapeString(fmt.Sprint(arg))) // escaped
		}
		marks[i], drawn = mark, append(drawn, mark, string(html))
	}
	text := template.HTMLEscapeString(w.Say(english, marks...))
	return template.HTML(strings.NewReplacer(drawn...).Replace(text)) // escaped above
}

// saidInScript is a sentence of a script of the panel.
var saidInScript = regexp.MustCompile(`\bsay\("([^"]+)"`)

// saidByScripts are the sentences that the panel's scripts say.
func saidByScripts() ([]string, error) {
	names, err := fs.Glob(assetFiles, "assets/*.js")
	if err != nil {
		return nil, fmt.Errorf("list scripts: %w", err)
	}
	var out []string
	for _, name := range names {
		raw, err := assetFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		for _, m := range saidInScript.FindAllSubmatch(raw, -1) {
			out = append(out, string(m[1]))
		}
	}
	return out, nil
}

// doing is the activity indicator's sentence (seed 000 §10.4).
func doing(w wording.Words, a assistant.Activity) string {
	switch a {
	case assistant.ActivityThinking:
		return w.Say("Thinking about your message")
	case assistant.ActivityRouting:
		return w.Say("Routing: Hans is deciding who takes this")
	case assistant.ActivityPlanning:
		return w.Say("Planning: Hans is putting the steps together")
	case assistant.ActivityExecuting:
		return w.Say("Executing: tasks are at work")
	case assistant.ActivityValidating:
		return w.Say("Validating: Hans is checking the result")
	case assistant.ActivityWaiting:
		return w.Say("Waiting: a decision is needed before the tasks go on")
	case assistant.ActivityNone:
		return ""
	default:
		return ""
	}
}
