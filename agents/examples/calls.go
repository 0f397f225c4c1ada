package examples

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Planned is a call with its arguments.
type Planned struct {
	Key       string
	Tool      assistant.TaskType
	Owner     assistant.AgentID
	Does      string
	Arguments map[string]any // a value, or a [From]
	Of        int            // which finding it is of
	Group     int            // calls of a group need nothing of each other
	after     []string       // keys of calls that come before it
	last      bool           // it looks at what others have changed
	changes   bool           // it changes the project
}

// From stands for a field of an earlier call's result.
type From struct{ Key, Field string }

// Calls are those that findings come to, of the tools that there are, in their order and their groups, none of them twice. More fills
// what is no slot. A reference to a call that is left out is left out, too.
func Calls(found []Finding, more map[string]string, has func(assistant.TaskType) bool) []Planned {
	var out []Planned
	var made []string // keys of what the request makes itself
	for i, f := range found {
		own, keys := f.all(more, has, made)
		renamed(own, keys, out)
		made = append(made, keys...)
		for _, p := range own {
			p.Of = i
			if !slices.ContainsFunc(out, func(o Planned) bool { return o.Tool == p.Tool && reflect.DeepEqual(o.Arguments, p.Arguments) }) {
				out = append(out, p)
			}
		}
	}
	group(out)
	return out
}

// Times is how often the example is done: once for each that fills a slot several times.
func (f Finding) Times() int {
	n := 1
	for _, s := range f.Example.Slots {
		n = max(n, len(f.Filled[s.Name]))
	}
	return n
}

// all are the finding's calls, and the keys of those of its own tool.
func (f Finding) all(more map[string]string, has func(assistant.TaskType) bool, made []string) (out []Planned, keys []string) {
	n := f.Times()
	for i := range n {
		said := f.Fills(i, more)
		for _, c := range f.calls() {
			if c.Most > 0 && n > c.Most || !has(c.Tool) {
				continue
			}
			p := f.planned(c, said, i, n)
			if c.Tool != f.Tool || len(f.Points) == 0 || f.Example.That == "" || len(made) == 0 {
				out = append(out, p)
				if c.Tool == f.Tool && !f.Example.After {
					keys = append(keys, p.Key)
				}
				continue
			}
			c.Arguments = f.Example.That
			for at, that := range made {
				p = f.planned(c, said, at, len(made))
				for name, v := range p.Arguments {
					if from, ok := v.(From); ok {
						p.Arguments[name] = From{that, from.Field}
					}
				}
				out = append(out, p)
			}
		}
	}
	for _, p := range out {
		maps.DeleteFunc(p.Arguments, func(_ string, v any) bool {
			from, refers := v.(From)
			return refers && !slices.Contains(made, from.Key) && !slices.ContainsFunc(out, func(o Planned) bool { return o.Key == from.Key })
		})
	}
	return out, keys
}

// renamed gives calls other keys where these are taken.
func renamed(own []Planned, keys []string, taken []Planned) {
	for i := range own {
		key, n := own[i].Key, 1
		for slices.ContainsFunc(taken, func(o Planned) bool { return o.Key == own[i].Key }) {
			n++
			own[i].Key = fmt.Sprintf("%s%d", key, n)
		}
		if n == 1 {
			continue
		}
		for j := range own {
			for name, v := range own[j].Arguments {
				if from, ok := v.(From); ok && from.Key == key && j != i {
					own[j].Arguments[name] = From{own[i].Key, from.Field}
				}
			}
		}
		if at := slices.Index(keys, key); at >= 0 {
			keys[at] = own[i].Key
		}
	}
}

// group puts each call behind those that it needs, and what looks behind what changes.
func group(all []Planned) {
	for range all {
		for i, p := range all {
			for _, o := range all {
				if needs(p, o) || p.last && !o.last && o.changes {
					all[i].Group = max(all[i].Group, o.Group+1)
				}
			}
			all[i].Group = min(all[i].Group, len(all)-1)
		}
	}
}

func needs(p, o Planned) bool {
	for _, v := range p.Arguments {
		if from, ok := v.(From); ok && from.Key == o.Key {
			return true
		}
	}
	return slices.Contains(p.after, o.Key)
}

// calls are the example's, in their order, the tool's own among them.
func (f Finding) calls() []Call {
	x := f.Example
	own := Call{Tool: f.Tool, Key: x.Key, Owner: x.Owner, Does: x.Does, Arguments: x.Arguments}
	if own.Key == "" {
		own.Key = string(f.Tool)
	}
	return append(append(append([]Call{}, x.Before...), own), x.Then...)
}

// Fills is what fills the slots the i-th time, and more that fills what is no slot.
func (f Finding) Fills(i int, more map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, more)
	for name, values := range f.Filled {
		if len(values) > 0 {
			out[name] = values[min(i, len(values)-1)]
		}
	}
	if f.Points[That] {
		out[That] = cmp.Or(f.ThatCalled, "the page")
	}
	for _, s := range f.Example.Slots {
		if code := s.Codes[out[s.Name]]; code != "" {
			out[s.Name+".code"] = code
		}
		v := out[s.Name]
		if strings.HasPrefix(v, "<") {
			out[s.Name+".html"] = v
		} else {
			out[s.Name+".plain"] = v
		}
		if out[s.Name+".called"] = s.Called[v]; v != "" && out[s.Name+".called"] == "" {
			out[s.Name+".called"] = "“" + v + "”"
		}
	}
	return out
}

func (f Finding) planned(c Call, said map[string]string, i, n int) Planned {
	key := func(k string) string {
		if n == 1 || k == "" {
			return k
		}
		return fmt.Sprintf("%s%d", k, i+1)
	}
	p := Planned{
		Key: key(c.Key), Tool: c.Tool, Owner: c.Owner, Does: Worded(c.Does, said), Arguments: map[string]any{},
		last: f.Example.After, changes: f.Example.Here,
	}
	for _, k := range c.After {
		p.after = append(p.after, key(k))
	}
	var form map[string]any
	if json.Unmarshal([]byte(orEmpty(c.Arguments)), &form) != nil {
		return p // a book has none of these
	}
	for name, value := range form {
		if v, ok := filled(value, said, key); ok {
			p.Arguments[name] = v
		}
	}
	return p
}
