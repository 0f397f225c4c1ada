package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"strings"
)

// lookCookie says which looks of the panel a browser has been given: it keeps them as files, and asks for them by their address.
const lookCookie = "look"

const lookKept = 365 * 24 * 60 * 60 // seconds

// The files of the look. What an empty panel shows is in the first part of the style, and everything else in the second.
const (
	frameStyle  = "panel.css"
	cardStyle   = "cards.css"
	firstScript = "theme.js"
)

// look is what pages have in their heads: the style, in two parts, and the scripts.
type look struct {
	mark   string // tells it from those before it
	whole  head   // of most pages
	bare   head   // of a page that shows no card yet: the second part of the style comes after it is painted
	style  string // the styles that the policy allows
	script string
}

// head is one look in both its ways to come.
type head struct {
	linked string // as files, which a browser keeps
	drawn  string // in the page itself, painted before anything else has come
}

// newLook reads the look. What stands in a page must not end its own element.
func newLook(files map[string][]byte, asset func(name string) string) (look, error) {
	text := map[string]string{}
	for _, name := range []string{frameStyle, cardStyle, firstScript} {
		data := files[name]
		if bytes.Contains(data, []byte("</")) {
			return look{}, fmt.Errorf("%s has “</” in it, which would end it within a page", name)
		}
		text[name] = string(data)
	}
	at := func(name string) string { return template.HTMLEscapeString(asset(name)) }
	sheet := func(name, more string) string { return `<link rel="stylesheet" href="` + at(name) + `"` + more + ">\n" }
	inline := func(name string) string { return "<style>" + text[name] + "</style>\n" }
	scripts := `<script src="` + at(firstScript) + `"></script>` + "\n" + `<script src="` + at(bundle) + `" defer></script>`
	kept := at(frameStyle) + " " + at(firstScript) // what stands in the page, as the next one names it
	script := func(more string) string {
		return `<script data-scripts="` + at(bundle) + `" data-kept="` + kept + `"` + more + ">" + text[firstScript] + "</script>"
	}
	return look{
		mark:  shortHash([]byte(text[frameStyle] + text[cardStyle] + text[firstScript])),
		whole: head{linked: sheet(frameStyle, "") + sheet(cardStyle, "") + scripts, drawn: inline(frameStyle) + inline(cardStyle) + script("")},
		bare: head{
			linked: sheet(frameStyle, "") + sheet(cardStyle, " data-later") + scripts,
			drawn:  inline(frameStyle) + "<noscript>" + sheet(cardStyle, "") + "</noscript>" + script(` data-style="`+at(cardStyle)+`"`),
		},
		style:  allowed([]byte(text[frameStyle])) + " " + allowed([]byte(text[cardStyle])),
		script: allowed([]byte(text[firstScript])),
	}, nil
}

// head is the look of a page, by whether it shows cards.
func (l *look) head(bare bool) template.HTML {
	if bare {
		return template.HTML(l.bare.linked) // of our own files
	}
	return template.HTML(l.whole.linked) // as above
}

// draws puts the look that a page names into the page itself. It is found by its elements, which nothing that people say can have.
func (l *look) draws(page []byte) (parts [][]byte, found bool) {
	for _, h := range []head{l.whole, l.bare} {
		if before, after, found := bytes.Cut(page, []byte(h.linked)); found {
			return [][]byte{before, []byte(h.drawn), after}, true
		}
	}
	return nil, false
}

// allowed is how a policy names what may stand in a page.
func allowed(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Inline are the style and the script that stand in a page which somebody opens for the first time, as a policy names them, and the
// style of what is drawn, since a frame without an address is held to its page's policy, too.
func (p *Pages) Inline() (style, script string) {
	return p.look.style + " " + allowed([]byte(drawnStyle)), p.look.script
}

// FirstLook puts the look into the page itself for a browser that has not kept it: it is painted after one trip, and the scripts are
// read after that. Later pages name the files.
func (p *Pages) FirstLook(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kept, err := r.Cookie(lookCookie)
		known := err == nil && kept.Value == p.look.mark
		if known || r.Method != http.MethodGet || r.Header.Get("Hx-Request") != "" || !strings.Contains(r.Header.Get("Accept"), "text/html") {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(&lookWriter{ResponseWriter: w, look: p.look}, r)
	})
}

// lookWriter answers with the look in the page, where it is one.
type lookWriter struct {
	http.ResponseWriter

	look look
	page bool
	done bool
}

// Unwrap lets [http.ResponseController] through.
func (w *lookWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader says that the browser has the look from now on.
func (w *lookWriter) WriteHeader(status int) {
	if !w.page && strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		w.page = true
		http.SetCookie(w.ResponseWriter, &http.Cookie{Name: lookCookie, Value: w.look.mark, Path: "/", MaxAge: lookKept, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes a page, which comes whole, with its look.
func (w *lookWriter) Write(text []byte) (int, error) {
	if !w.page || w.done {
		return w.ResponseWriter.Write(text)
	}
	parts, found := w.look.draws(text)
	if !found {
		return w.ResponseWriter.Write(text)
	}
	w.done = true
	for _, part := range parts {
		if _, err := w.ResponseWriter.Write(part); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}
