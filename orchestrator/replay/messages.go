package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// messages compares what was written of a message with what is said now: all that the work gives it, in one form. Its id, its number
// and its time are the log's to give.
func messages(at string, then, now assistant.Message) *Difference {
	a, errThen := tree(then)
	b, errNow := tree(now)
	if errThen != nil || errNow != nil {
		return &Difference{At: at, Field: "its form", Then: fmt.Sprint(errThen), Now: fmt.Sprint(errNow)}
	}
	field, was, is, differs := differing("", a, b)
	if !differs {
		return nil
	}
	was, is = around(was, is)
	return &Difference{At: at, Field: strings.TrimPrefix(field, "."), Then: was, Now: is}
}

// tree is a message as both databases keep it.
func tree(m assistant.Message) (any, error) {
	body, err := assistant.EncodeBody(m.Body)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(map[string]any{
		"key": m.Key, "author": m.Author, "agent": m.Agent, "person": m.Person, "kind": m.Kind, "content": kept(m.Content), "type": m.Body.Type(),
		"body": json.RawMessage(bytes.ReplaceAll(body, []byte(`\u0000`), []byte(`\ufffd`))), "cause": m.Cause, "run": m.Run, "private": m.Private,
	})
	if err != nil {
		return nil, fmt.Errorf("write message %s: %w", m.Key, err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out any
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("read message %s: %w", m.Key, err)
	}
	return out, nil
}

// kept is a text as databases keep it.
func kept(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// differing finds the first field, in the order of their names, in which two trees are not the same.
func differing(path string, a, b any) (field, was, is string, differs bool) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			return path, text(a), text(b), true
		}
		all := maps.Clone(x)
		maps.Copy(all, y)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if field, was, is, differs = differing(path+"."+name, x[name], y[name]); differs {
				return field, was, is, true
			}
		}
		return "", "", "", false
	case []any:
		y, ok := b.([]any)
		if !ok {
			return path, text(a), text(b), true
		}
		for i := range min(len(x), len(y)) {
			if field, was, is, differs = differing(fmt.Sprintf("%s[%d]", path, i), x[i], y[i]); differs {
				return field, was, is, true
			}
		}
		return path, text(a), text(b), len(x) != len(y)
	default:
		was, is = text(a), text(b)
		return path, was, is, was != is
	}
}

func text(v any) string {
	if v == nil {
		return "nothing"
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

const mostShown = 200 // characters of a value

// around cuts two values to what is around the first place in which they differ.
func around(a, b string) (string, string) {
	x, y := []rune(a), []rune(b)
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	return window(x, at), window(y, at)
}

func window(r []rune, at int) string {
	from := max(0, min(at, len(r))-mostShown/2)
	to := min(len(r), from+mostShown)
	out := string(r[from:to])
	if from > 0 {
		out = "…" + out
	}
	if to < len(r) {
		out += "…"
	}
	return out
}

func clipped(s string) string { return window([]rune(s), 0) }
