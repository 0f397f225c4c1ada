package hooks

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/aisteam/aisteam/assistant"
)

// Why a body is not read.
const (
	otherKind refused = "Its content type is none of application/json, application/x-www-form-urlencoded and text/plain."
	broken    refused = "Its body is not what its content type says."
)

// deepest is how far what a payload holds may be nested.
const deepest = 64

// read reads a body by its content type.
func read(header http.Header, body []byte) (any, error) {
	kind := header.Get("Content-Type")
	if kind == "" {
		kind = "application/json"
	}
	kind, _, err := mime.ParseMediaType(kind)
	if err != nil {
		return nil, otherKind
	}
	switch {
	case !utf8.Valid(body):
		return nil, broken
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		return readJSON(body)
	case kind == "application/x-www-form-urlencoded":
		return readForm(body)
	case kind == "text/plain":
		return string(body), nil
	}
	return nil, otherKind
}

func readJSON(body []byte) (any, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, nil //nolint:nilnil // an event may be told of without a word
	}
	if nested(body) > deepest {
		return nil, broken
	}
	var out any
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, broken
	}
	return out, nil
}

// nested is how deep JSON is nested at most.
func nested(body []byte) int {
	deep, most, quoted := 0, 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			deep++
			most = max(most, deep)
		case c == '}' || c == ']':
			deep--
		}
	}
	return most
}

// readForm reads a form; GitHub and Slack send JSON in a field of one, which is read as well.
func readForm(body []byte) (any, error) {
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, broken
	}
	if len(fields) == 1 && fields.Has("payload") {
		if inner, err := readJSON([]byte(fields.Get("payload"))); err == nil {
			return inner, nil
		}
	}
	out := map[string]any{}
	for name, values := range fields {
		out[name] = values[0]
	}
	return out, nil
}

// kept is a payload as it may be kept and read: without secrets, within bounds.
func kept(payload any) string {
	raw, err := json.Marshal(hidden(payload))
	if err != nil || payload == nil {
		return ""
	}
	text := keys().ReplaceAllString(string(raw), hiddenWord)
	if len(text) <= assistant.HookKept {
		return text
	}
	end := assistant.HookKept
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

const hiddenWord = "[hidden]"

// hidden is a payload without the values of fields that are called like secrets.
func hidden(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, inner := range v {
			if secrets().MatchString(name) && plain(inner) {
				inner = hiddenWord
			}
			out[name] = hidden(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = hidden(inner)
		}
		return out
	}
	return v
}

// plain tells whether a value could be a secret: one that is there, and no list or object.
func plain(v any) bool {
	switch v := v.(type) {
	case string:
		return v != ""
	case float64:
		return true
	}
	return false
}

// secrets finds fields by what they are called.
var secrets = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|_|-|\.)(pass(word|wd|code)?|secret|token|authorization|auth|api[_-]?key|private[_-]?key|access[_-]?key|client[_-]?secret|cookie|session|cvc|cvv|card[_-]?number|iban|ssn)$|(Token|Secret|Password|ApiKey)$`)
})

// keys finds keys by how they look.
var keys = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:sk|pk|rk|whsec)_[A-Za-z0-9_]{12,}|\b(?:xox[abeprs]-|gh[pousr]_|github_pat_|glpat-|AKIA|AIza|ya29\.|eyJ)[A-Za-z0-9_.\-]{12,}|(?i:bearer)\s+[A-Za-z0-9_.\-+/=]{8,}`)
})
