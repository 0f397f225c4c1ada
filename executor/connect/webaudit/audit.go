package webaudit

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

const (
	maxLinks    = 10 // internal links that are tried
	maxHeadings = 60
	maxWords    = 2000 // characters of one thing that a page says of itself
	maxTypes    = 100  // of structured data
)

// Audit fetches the page and says what it found.
func (a *Auditor) Audit(ctx context.Context, by outward.Permit, p assistant.Project, address string) (site.Audit, error) {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	v := a.visitor(by, p)
	defer v.close()
	got, err := v.fetch(ctx, http.MethodGet, address, maxBody)
	if err != nil {
		return site.Audit{}, a.explain(p, address, err)
	}
	out := site.Audit{URL: got.url.String(), Status: got.status, Took: got.took, Bytes: len(got.body)}
	if !strings.Contains(got.header.Get("Content-Type"), "html") && !looksLikeHTML(got.body) {
		return site.Audit{}, &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("What stands at that address is not a web page."),
			Recovery: assistant.Say("Please give me the address of a page."),
		}, Err: fmt.Errorf("audit %s: content type %q", out.URL, got.header.Get("Content-Type"))}
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(got.body))
	if err != nil { // the parser gives up on elements within elements without end
		return site.Audit{}, &assistant.Trouble{Problem: assistant.Problem{
			Side: assistant.SideInput, Message: assistant.Say("The page's HTML is nested so deeply that I cannot read it, and neither will most browsers."),
			Recovery: assistant.Say("Please look at it with whoever builds the page, or give me the address of another one."),
		}, Err: fmt.Errorf("audit %s: %w", out.URL, err)}
	}
	read(doc, got, &out)
	internal := links(doc, got.url, &out)
	on := v.from(got.url)
	robots, known := on.robots(ctx, got.url)
	out.Blocked = known && blocks(robots, got.url)
	badData := structured(ctx, doc, &out)
	on.tryLinks(ctx, internal, &out)
	out.Findings = findings(out, got.cut, badData)
	out.Score = site.ScoreOf(out.Findings)
	return out, nil
}

func looksLikeHTML(body []byte) bool {
	return strings.HasPrefix(http.DetectContentType(body), "text/html")
}

// read takes down what the page says about itself.
func read(doc *goquery.Document, got fetched, out *site.Audit) {
	out.Title = clip(squeeze(doc.Find("head title").First().Text()), maxWords)
	out.Description = clip(squeeze(doc.Find(`meta[name="description" i]`).First().AttrOr("content", "")), maxWords)
	out.Language = clip(strings.TrimSpace(doc.Find("html").AttrOr("lang", "")), maxWords)
	out.Viewport = clip(doc.Find(`meta[name="viewport" i]`).First().AttrOr("content", ""), maxWords)
	out.Canonical = clip(resolved(got.url, doc.Find(`link[rel="canonical" i]`).First().AttrOr("href", "")), maxWords)
	out.Shortlink = clip(resolved(got.url, doc.Find(`link[rel="shortlink" i]`).First().AttrOr("href", "")), maxWords)
	var robots []string
	doc.Find(`meta[name="robots" i], meta[name="googlebot" i]`).Each(func(_ int, s *goquery.Selection) {
		robots = append(robots, s.AttrOr("content", ""))
	})
	out.Robots = clip(strings.ToLower(strings.Join(append(robots, got.header.Values("X-Robots-Tag")...), ", ")), maxWords)
	doc.Find("h1, h2, h3, h4, h5, h6").EachWithBreak(func(i int, s *goquery.Selection) bool {
		out.Headings = append(out.Headings, site.Heading{Level: int(goquery.NodeName(s)[1] - '0'), Text: clip(squeeze(s.Text()), 120)})
		return i+1 < maxHeadings
	})
	doc.Find("img").Each(func(_ int, s *goquery.Selection) {
		out.Images++
		if _, has := s.Attr("alt"); !has && s.AttrOr("role", "") != "presentation" {
			out.WithoutAlt++
		}
	})
}

func resolved(page *url.URL, href string) string {
	if href == "" {
		return ""
	}
	u, err := page.Parse(href)
	if err != nil {
		return href
	}
	return u.String()
}

// links counts the page's links and returns the first internal ones.
func links(doc *goquery.Document, page *url.URL, out *site.Audit) []string {
	var internal []string
	doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		u, err := page.Parse(strings.TrimSpace(s.AttrOr("href", "")))
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
			return
		}
		out.Links++
		u.Fragment = ""
		if u.Host == page.Host && u.String() != page.String() && len(internal) < maxLinks && !slices.Contains(internal, u.String()) {
			internal = append(internal, u.String())
		}
	})
	return internal
}

// tryLinks finds the broken ones. A server that does not know HEAD is asked with GET.
func (v *visitor) tryLinks(ctx context.Context, internal []string, out *site.Audit) {
	bad := make([]bool, len(internal))
	var g errgroup.Group
	g.SetLimit(3)
	for i, link := range internal {
		g.Go(func() error {
			got, err := v.peek(ctx, http.MethodHead, link, 0)
			if err == nil && (got.status == http.StatusMethodNotAllowed || got.status == http.StatusNotImplemented || got.status == http.StatusForbidden) {
				got, err = v.peek(ctx, http.MethodGet, link, 1<<16)
			}
			bad[i] = ctx.Err() == nil && (err != nil || got.status == http.StatusNotFound || got.status == http.StatusGone || got.status >= 500)
			return nil
		})
	}
	_ = g.Wait() // nothing in it fails
	out.Checked = len(internal)
	for i, link := range internal {
		if bad[i] {
			out.Broken = append(out.Broken, link)
		}
	}
}

// structured lists the types of the page's JSON-LD and counts blocks that cannot be read.
func structured(ctx context.Context, doc *goquery.Document, out *site.Audit) (bad int) {
	k := kinds{left: maxNodes}
	doc.Find(`script[type="application/ld+json" i]`).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		text := s.Text()
		if len(text) > maxData {
			return true
		}
		var data any
		if err := json.Unmarshal([]byte(text), &data); err != nil {
			bad++
			return true
		}
		k.walk(data, 0)
		return ctx.Err() == nil && k.left > 0
	})
	out.Structured = k.found
	return bad
}

// kinds collects the types of structured data. Deeper nesting or larger data than people write is ignored, since it was made to
// keep the reader busy.
type kinds struct {
	found []string
	left  int // nodes that are still looked at
}

const (
	maxNesting = 32
	maxNodes   = 20_000
	maxData    = 1 << 20 // bytes of one block
)

func (k *kinds) walk(data any, depth int) {
	if k.left--; k.left < 0 || depth > maxNesting || len(k.found) >= maxTypes {
		return
	}
	switch d := data.(type) {
	case []any:
		for _, one := range d {
			if k.left < 0 {
				return
			}
			k.walk(one, depth+1)
		}
	case map[string]any:
		switch t := d["@type"].(type) {
		case string:
			k.add(t)
		case []any:
			for _, one := range t {
				if name, ok := one.(string); ok {
					k.add(name)
				}
			}
		}
		if graph, has := d["@graph"]; has {
			k.walk(graph, depth+1)
		}
	}
}

func (k *kinds) add(name string) {
	if len(k.found) < maxTypes {
		k.found = append(k.found, clip(name, maxWords))
	}
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }

func clip(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
