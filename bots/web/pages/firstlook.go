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

// look is what every page has in its head: the style, and the scripts.
type look struct {
	mark   string // tells it from those before it
	linked string // as files, which a browser keeps
	drawn  string // in the page itself, painted before anything else has come
	style  string // what the policy allows of it
	script string
}

// newLook reads the look. What stands in a page must not end its own element.
func newLook(asset func(name string) string) (look, error) {
	css, err := assetFiles.ReadFile("assets/panel.css")
	if err != nil {
		return look{}, fmt.Errorf("read the panel's style: %w", err)
	}
	js, err := assetFiles.ReadFile("assets/theme.js")
	if err != nil {
		return look{}, fmt.Errorf("read the panel's first script: %w", err)
	}
	js = served("theme.js", js)
	if bytes.Contains(css, []byte("</")) || bytes.Contains(js, []byte("</")) {
		return look{}, fmt.Errorf("the panel's style or first script has “</” in it, which would end it within a page")
	}
	attribute := template.HTMLEscapeString
	return look{
		mark: shortHash(append(bytes.Clone(css), js...)),
		linked: `<link rel="stylesheet" href="` + attribute(asset("panel.css")) + `">` + "\n" + `<script src="` + attribute(asset("theme.js")) + `"></script>` + "\n" +
			`<script src="` + attribute(asset(bundle)) + `" defer></script>`,
		drawn:  "<style>" + string(css) + "</style>\n" + `<script data-scripts="` + attribute(asset(bundle)) + `">` + string(js) + "</script>",
		style:  allowed(css),
		script: allowed(js),
	}, nil
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
		return w.ResponseWriter.Write(text) //nolint:wrapcheck // it is the writer's
	}
	before, after, found := bytes.Cut(text, []byte(w.look.linked))
	if !found {
		return w.ResponseWriter.Write(text) //nolint:wrapcheck // as above
	}
	w.done = true
	for _, part := range [][]byte{before, []byte(w.look.drawn), after} {
		if _, err := w.ResponseWriter.Write(part); err != nil {
			return 0, err //nolint:wrapcheck // as above
		}
	}
	return len(text), nil
}
