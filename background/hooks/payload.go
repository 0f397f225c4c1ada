package hooks

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"github.com/aisteam/aisteam/assistant"
)

// Why a body is not read.
const (
	errOtherKind refused = "Its content type is none of application/json, application/x-www-form-urlencoded and text/plain."
	errBroken    refused = "Its body is not what its content type says."

	errOtherCharset refused = "The charset of its content type is none that I read: UTF-8 is the best."
	errPacked       refused = "It came compressed, and I read only what comes as it is."
)

// deepest is how far what a payload holds may be nested.
const deepest = 64

// read reads a body by its content type.
func read(header http.Header, body []byte) (any, error) {
	kind := header.Get("Content-Type")
	if kind == "" {
		kind = "application/json"
	}
	kind, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return nil, errOtherKind
	}
	if packed := header.Get("Content-Encoding"); packed != "" && !strings.EqualFold(packed, "identity") {
		return nil, errPacked
	}
	from, err := charset(params["charset"])
	if err != nil {
		return nil, err
	}
	if kind == "application/x-www-form-urlencoded" {
		return readForm(from, body)
	}
	if body, err = decoded(from, body); err != nil {
		return nil, err
	}
	switch {
	case kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json"):
		return readJSON(body)
	case kind == "text/plain":
		return string(body), nil
	}
	return nil, errOtherKind
}

func readJSON(body []byte) (any, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, nil // an event may be told of without a word
	}
	if nested(body) > deepest {
		return nil, errBroken
	}
	var out any
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	if err := in.Decode(&out); err != nil {
		return nil, errBroken
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errBroken
	}
	return numbered(out)
}

// exactly is up to where a float tells integers apart.
const exactly = 1 << 53

// numbered makes numbers of what is written as one: floats, as rules reckon with them, and integers where a float would be
// another number. Those of orders and accounts are that long.
func numbered(v any) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			made, err := numbered(inner)
			if err != nil {
				return nil, err
			}
			v[name] = made
		}
	case []any:
		for i, inner := range v {
			made, err := numbered(inner)
			if err != nil {
				return nil, err
			}
			v[i] = made
		}
	case json.Number:
		if n, err := v.Int64(); err == nil && (n > exactly || n < -exactly) {
			return n, nil
		}
		if n, err := strconv.ParseUint(v.String(), 10, 64); err == nil && n > exactly {
			return n, nil
		}
		f, err := v.Float64()
		if err != nil {
			return nil, errBroken
		}
		return f, nil
	}
	return v, nil
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
func readForm(from encoding.Encoding, body []byte) (any, error) {
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, errBroken
	}
	if len(fields) == 1 && fields.Has("payload") {
		if text, err := decoded(from, []byte(fields.Get("payload"))); err == nil {
			if inner, err := readJSON(text); err == nil {
				return inner, nil
			}
		}
	}
	out := map[string]any{}
	for name, values := range fields {
		called, err := decoded(from, []byte(name))
		if err != nil {
			return nil, err
		}
		value, err := decoded(from, []byte(values[0]))
		if err != nil {
			return nil, err
		}
		out[string(called)] = string(value)
	}
	return out, nil
}

// kept is a payload as it may be kept and read: without secrets, within bounds.
func kept(payload any) string {
	raw, err := json.Marshal(hidden(payload))
	if err != nil || payload == nil {
		return ""
	}
	text := assistant.KeyShapes().ReplaceAllString(string(raw), hiddenWord)
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
	case float64, int64, uint64:
		return true
	}
	return false
}

// secrets finds fields by what they are called.
var secrets = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|_|-|\.)(pass(word|wd|code)?|secret|token|authorization|auth|api[_-]?key|private[_-]?key|access[_-]?key|client[_-]?secret|cookie|session|cvc|cvv|card[_-]?number|iban|ssn)$|(Token|Secret|Password|ApiKey)$`)
})
