package pages

import (
	"net/http"
	"regexp"

	"github.com/aisteam/aisteam/bots/web/request"
)

// sendingField is the field by which a page's script names what it sends, and takenCookie begins the name of the cookie that says that it
// was taken.
const (
	sendingField = "sending"
	takenCookie  = "taken-"

	takenKept = 120 // seconds, in which the next page is read
)

// sendingName is what a script may name something.
var sendingName = regexp.MustCompile(`^[a-z0-9]{8,24}$`)

// Taken says to a page, by a cookie, that what it sent by a form was taken: until then the page keeps what was written. What is refused,
// was never read or whose answer was lost is not said to be.
func Taken(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || request.ByScript(r) {
			next.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(&takenWriter{ResponseWriter: w, sent: r}, r)
	})
}

// takenWriter answers a form.
type takenWriter struct {
	http.ResponseWriter

	sent *http.Request
	done bool
}

// Unwrap lets [http.ResponseController] through.
func (w *takenWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader says that the form was taken, where it was.
func (w *takenWriter) WriteHeader(status int) {
	if name := w.sent.PostForm.Get(sendingField); !w.done && status < http.StatusBadRequest && sendingName.MatchString(name) {
		http.SetCookie(w.ResponseWriter, &http.Cookie{Name: takenCookie + name, Value: "1", Path: "/", MaxAge: takenKept, SameSite: http.SameSiteLaxMode})
	}
	w.done = true
	w.ResponseWriter.WriteHeader(status)
}

// Write answers with a page that was taken, unless something else was said before.
func (w *takenWriter) Write(text []byte) (int, error) {
	if !w.done {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(text)
}
