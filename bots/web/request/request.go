// Package request reads what browsers and programs send to the panel, and refuses it in the words of the contract.
package request

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/aisteam/aisteam/assistant"
)

// BodyLimit bounds a request's body in bytes; the others bound a field in characters.
const (
	BodyLimit = 1 << 20
	TextLimit = 16_000 // of one message
	NoteLimit = 4_000
	keyLimit  = 200
)

// Decode reads one JSON value. Fields it does not know are let pass, so that newer clients can speak to it; what it does
// know must have the right type.
func Decode(r *http.Request, into any) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return fmt.Errorf("read body: %w", err)
	}
	if !utf8.Valid(raw) {
		return Malformed(assistant.Say("The body is not UTF-8 text."))
	}
	if len(strings.TrimSpace(string(raw))) == 0 {
		return Malformed(assistant.Say("The body is empty where JSON is expected."))
	}
	if err := json.Unmarshal(raw, into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return Malformed(assistant.Say("The field %q cannot be a %s.", wrong.Field, wrong.Value))
		}
		return Malformed(assistant.Say("The body is not valid JSON."))
	}
	return nil
}

// PathID reads an id from the path. Whatever cannot be an id names nothing.
func PathID[ID ~string](r *http.Request, thing string) (ID, error) {
	id := r.PathValue("id")
	if !assistant.ValidID(id) {
		return "", Unknown(thing)
	}
	return ID(id), nil
}

// GivenID reads an id that may be missing.
func GivenID[ID ~string](text, thing string) (ID, error) {
	if text != "" && !assistant.ValidID(text) {
		return "", Unknown(thing)
	}
	return ID(text), nil
}

// Found names the thing that is missing in the words of the caller.
func Found(err error, thing string) error {
	if errors.Is(err, assistant.ErrNotFound) {
		return Unknown(thing)
	}
	return err
}

// Clean bounds what a person wrote and drops what no database takes.
func Clean(text, field string, limit int) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", ""))
	if !utf8.ValidString(text) {
		return "", Malformed(assistant.Say("The %s is not UTF-8 text.", field))
	}
	if utf8.RuneCountInString(text) > limit {
		return "", Refuse(http.StatusBadRequest, assistant.SideInput,
			assistant.Say("The %s is longer than %d characters.", field, limit), assistant.Say("Shorten it, or send it in parts."))
	}
	return text, nil
}

// Number reads a number of the query within bounds.
func Number(r *http.Request, name string, otherwise, least, most int64) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, Malformed(assistant.Say("%q is not a number I can use for %s.", text, name))
	}
	return min(n, most), nil
}

// Whole reads a number of a form that is not negative; nothing is 0.
func Whole(text, name string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, Malformed(assistant.Say("%q is not a number I can use for %s.", Shorten(text, 40), name))
	}
	return n, nil
}

// Key is the same for every delivery of the same request, where the client says so. It belongs to who sends it, to the route and to
// the conversation, none for one that is yet to begin: clients that number what they send meet nobody else's, and none of their own
// from elsewhere.
func Key(ids *assistant.IDs, r *http.Request, who assistant.PersonID, c assistant.ConversationID, given string) (string, error) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		key = given
	}
	key, err := Clean(key, "key", keyLimit)
	if err != nil {
		return "", err
	}
	if key == "" {
		key = ids.New()
	}
	sum := sha256.New()
	for _, part := range []string{string(who), r.Pattern, string(c), key} {
		fmt.Fprintf(sum, "%d:%s", len(part), part)
	}
	return "web:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// Shorten cuts text to at most n characters. What is no text is left out.
func Shorten(text string, n int) string {
	runes := []rune(strings.ToValidUTF8(text, ""))
	if len(runes) <= n {
		return string(runes)
	}
	return string(runes[:n-1]) + "…"
}

// Language is the first of the browser's languages that the panel speaks; "" where it names none.
func Language(r *http.Request) assistant.Language {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return ""
	}
	for _, tag := range tags {
		if l := assistant.LanguageOf(tag.String()); l != "" {
			return l
		}
	}
	return ""
}

// ZoneCookie is the cookie by which the panel's page says in which time zone its browser is.
const ZoneCookie = "aisteam_zone"

// Zone is the time zone that the browser says it is in; "" where it says none that there is.
func Zone(r *http.Request) string {
	c, err := r.Cookie(ZoneCookie)
	if err != nil {
		return ""
	}
	zone, err := url.QueryUnescape(c.Value)
	if err != nil || !assistant.ValidZone(zone) {
		return ""
	}
	return zone
}

// ByScript tells whether the page asks for pieces of itself.
func ByScript(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// Form reads a form's fields, of which none may be a file. No browser sends what is not UTF-8, and a page that shows it again would be
// broken by it.
func Form(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		if strings.Contains(err.Error(), "request body too large") {
			return &http.MaxBytesError{Limit: BodyLimit}
		}
		return Malformed(assistant.Say("The form could not be read."))
	}
	for _, values := range r.Form {
		if !utf8.ValidString(strings.Join(values, "")) {
			return Malformed(assistant.Say("The form is not UTF-8 text."))
		}
	}
	return nil
}
