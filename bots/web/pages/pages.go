package pages

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/links"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/files"
	"github.com/aisteam/aisteam/bots/web/request"
	"github.com/aisteam/aisteam/wording"
)

//go:embed templates
var templateFiles embed.FS

// Config is what [Pages] are made of.
type Config struct {
	Tenant    string // its name
	Roster    func() []assistant.Agent
	Version   string
	Rehearsal func() bool // the offline model serves just now: pages say so; nil: it never does
	Errors    request.Errors
}

// Pages draws everything the panel shows.
type Pages struct {
	Config

	sets   *sets
	files  map[string][]byte // that pages name, as they are served
	hashes map[string]string // of the files, by name
	look   look
	who    assistant.Person // whom they are drawn for
	waits  Waits            // for them; nil where nobody has signed in
	in     wording.Words
}

// For are the same pages, drawn for a person in their language, with what waits for them.
func (p *Pages) For(who assistant.Person, waits Waits) *Pages {
	theirs := *p
	theirs.who, theirs.waits, theirs.in = who, waits, wording.In(who.Language)
	return &theirs
}

// Read are the same pages in the language of whoever asks, where nobody knows yet who that is.
func (p *Pages) Read(r *http.Request) *Pages {
	if p.who.ID != "" {
		return p
	}
	theirs := *p
	theirs.in = wording.In(request.Language(r))
	return &theirs
}

// Words are those that the pages are drawn in.
func (p *Pages) Words() wording.Words { return p.in }

// View is what every page shows.
type View struct {
	Room      string // what it is called in English; "" for a page that people named
	Title     string
	Language  assistant.Language
	Tenant    string
	Version   string
	Rehearsal bool
	Waits     WaitsView // for whoever looks
	Who       string    // looks
	Admin     bool      // they are an admin
	Tour      *Tour     // the step of the tour that is at the page; nil: none is
	Bare      bool      // it shows no card: their style may come after it is painted
}

// View is what the page of a title shows, with how much waits for whoever looks. The title is a sentence of the catalogue.
func (p *Pages) View(ctx context.Context, title string, args ...any) View {
	var all []Waiting
	if p.waits != nil {
		var err error
		if all, err = p.waits.All(ctx); err != nil { // the page is about something else, and is shown
			p.Errors.Log.ErrorContext(ctx, "what waits is not known", slog.String("page", title), slog.Any("err", err))
		}
	}
	return p.ViewWith(WaitsView{Count: len(all)}, title, args...)
}

// ViewWith is [Pages.View] where it is known what waits.
func (p *Pages) ViewWith(waits WaitsView, title string, args ...any) View {
	return View{
		Room: title, Title: p.in.Say(title, args...), Language: p.in.Language(), Tenant: p.Tenant, Version: p.Version, Rehearsal: p.Rehearses(), Waits: waits,
		Who: p.who.Name, Admin: p.who.Role == assistant.RoleAdmin,
	}
}

// Rehearses tells whether nothing but the offline model answers just now.
func (c Config) Rehearses() bool { return c.Rehearsal != nil && c.Rehearsal() }

// category is what an agent is for, "" where it is not on the roster.
func (c Config) category(id assistant.AgentID) assistant.Category {
	if c.Roster == nil {
		return ""
	}
	for _, a := range c.Roster() {
		if a.ID == id {
			return a.Category
		}
	}
	return ""
}

// New reads the templates.
func New(c Config) (*Pages, error) {
	md, drawer := NewMarkdown(), newDrawer()
	ours, err := served()
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for name, data := range ours {
		known[name] = shortHash(data)
	}
	asset := func(name string) string { return "/assets/" + name + "?v=" + known[name] }
	looks, err := newLook(ours, asset)
	if err != nil {
		return nil, err
	}
	base, err := template.New("panel").Funcs(spoken(wording.Words{}, "")).Funcs(template.FuncMap{
		"section":  sections(nil), // which each language's templates bring
		"markdown": func(hosts []string, text string) template.HTML { return md.HTML(links.Safe(text, hosts)) },
		"drafted":  func(hosts []string, text string) template.HTML { return md.HTML(links.SafeDraft(text, hosts)) },
		"drawn":    func(p *assistant.Drawn) string { return drawer.document(*p) },
		"asset":    asset,
		"look":     looks.head,
		"category": c.category,
		"face":     face,
		"drawing":  func(name string) string { return asset("drawn.svg") + "#" + name },
		"link":     link,
		"element":  cardview.Element,
		"slot":     func(name string) assistant.Slot { return assistant.Slot(name) },
		"shows":    files.Shows,
		"cost":     costOf,
		"size":     assistant.SizeWords,
		"clock":    func(t time.Time) string { return t.Format("15:04") },
		"iso":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"long":     func(text string) bool { return len([]rune(text)) > 1_800 },
		"opening":  opening,
		"wide":     Wide,
		"named":    named,
		"inputs":   Inputs,
		"one":      func(f cardview.Fact) []cardview.Fact { return []cardview.Fact{f} },
	}).ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("read panel templates: %w", err)
	}
	scripts, err := saidByScripts()
	if err != nil {
		return nil, err
	}
	kept, err := newSets(base, scripts)
	if err != nil {
		return nil, err
	}
	return &Pages{Config: c, sets: kept, files: ours, hashes: known, look: looks}, nil
}

// Draw fills a template. A template that fails is a mistake of ours and is returned.
func (p *Pages) Draw(name string, data any) (string, error) {
	b := p.sets.paper()
	defer p.sets.tidy(b)
	if err := p.draw(b, name, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

func (p *Pages) draw(on *bytes.Buffer, name string, data any) error {
	set, err := p.sets.in(p.in.Language())
	if err != nil {
		return err
	}
	if err := set.ExecuteTemplate(on, name, data); err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return nil
}

// Render answers with a template, or with a plain sentence where it fails: nothing half-drawn goes out.
func (p *Pages) Render(w http.ResponseWriter, status int, name string, data any) {
	b := p.sets.paper()
	defer p.sets.tidy(b)
	if err := p.draw(b, name, data); err != nil {
		p.Errors.Log.Error("page not drawn", slog.String("template", name), slog.Any("err", err))
		status = http.StatusInternalServerError
		b.Reset()
		b.WriteString("<!doctype html><title>AISTEAM</title><p>This page could not be drawn. Please reload it.</p>")
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes()) //nolint:errcheck // the reader has gone; there is nobody to tell
}

// Wide tells whether a text has a fold of its own where it stands in a table.
func Wide(text string) bool { return len(text) > wide || strings.Contains(text, "\n") }

const wide = 160 // bytes

// link lets an address through that a person may safely follow: of the web, or of this server.
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return address
	}
	if u.Scheme == "" && u.Host == "" && strings.HasPrefix(address, "/") && !strings.HasPrefix(address, `/\`) {
		return address
	}
	return ""
}

// opening is the first words of a long text, without its marks.
func opening(text string) string {
	text = strings.Join(strings.Fields(strings.NewReplacer("#", "", "*", "", "`", "", "_", "").Replace(text)), " ")
	return request.Shorten(text, 180)
}

// named tells whether a thinking line begins with its agent's own name.
func named(l bots.ThinkingLine) bool {
	words := strings.Fields(l.Agent.Called)
	return len(words) > 0 && (strings.HasPrefix(l.Text, words[len(words)-1]+" ") || strings.HasPrefix(l.Text, l.Agent.Called+" "))
}
