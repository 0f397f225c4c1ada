package orchestrator_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/loop"
	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/packkit"
)

// The work by which it is measured what delegating costs and saves. A request is about some customers. Of each it takes some look-ups, and
// what the next one needs stands in the result of the one before it: the customer's record names the newest order, the order its delivery, the
// delivery the ticket about it.

// office is a request: how many customers it is about, and how many look-ups each of them takes.
type office struct{ n, customers, deep int }

// offices are so many requests, of every shape with so many look-ups. One agent alone can make no more of them in a turn than
// [loop.MaxQueries].
func offices(n, least, most int) (out []office) {
	var shapes []office
	for deep := 1; deep <= len(officeTools); deep++ {
		for customers := 1; customers <= 5; customers++ {
			if all := deep * customers; all >= least && all <= most {
				shapes = append(shapes, office{customers: customers, deep: deep})
			}
		}
	}
	for i := range n {
		o := shapes[i*len(shapes)/n]
		o.n = i
		out = append(out, o)
	}
	return out
}

// customer names one of those that it is about.
func (o office) customer(i int) string { return fmt.Sprintf("Customer-%02d-%d", o.n, i) }

// asks is the request as a person says it.
func (o office) asks() string {
	var names []string
	for i := range o.customers {
		names = append(names, o.customer(i))
	}
	return "Look up " + strings.Join(officeWords[:o.deep], ", and then ") + ", of each of these customers, and tell me what you found: " + strings.Join(names, ", ")
}

// finds are the last things that have to be found: the request is finished where all of them are told.
func (o office) finds() (out []string) {
	for i := range o.customers {
		key := o.customer(i)
		for range o.deep {
			key = found(key)
		}
		out = append(out, key)
	}
	return out
}

// found is what a look-up by a key tells that the next one goes by.
func found(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "ref-" + hex.EncodeToString(sum[:4])
}

var officeWords = []string{"the customer's record", "their newest order", "its delivery", "the ticket about that delivery"}

// officeTool is one of the look-ups, in the order in which they follow from each other.
type officeTool struct{ name, label, description, argument string }

var officeTools = []officeTool{
	{"find_customer", "Find a customer", "Finds a customer by name, number or mail address and gives the customer's record: addresses, contacts, terms, credit, and the number of their newest order.", "the customer's name, number or mail address"},
	{"read_order", "Read an order", "Reads an order of a customer by its number: what was ordered, at which prices, how it was paid, and the number of its delivery.", "the order's number"},
	{"track_delivery", "Track a delivery", "Says where a delivery of an order is by its number, what happened to it on the way, who signed for it, and the number of the ticket about that delivery.", "the delivery's number"},
	{"read_support_ticket", "Read a support ticket", "Reads a ticket about a delivery or an order by its number: what the customer wrote, what was answered, and how it stands.", "the ticket's number"},
}

type officeArguments struct {
	Key    string `json:"key"`
	Fields string `json:"fields,omitempty" jsonschema:"which parts are wanted, comma separated; all when left out"`
}

// officeTeam is the team with all that is served and the office's tools beside it.
func officeTeam(t *testing.T) *team.Team {
	t.Helper()
	var ours []tools.Tool
	for _, o := range officeTools {
		arguments := tools.Arguments[officeArguments]()
		arguments.Properties["key"].Description = o.argument
		ours = append(ours, packkit.Whole(tools.Tool{
			Name: o.name, Label: o.label, Description: o.description, Class: assistant.ClassQuery, Idempotent: true, Answers: true, Arguments: arguments,
			Run: func(_ context.Context, c tools.Call) (assistant.Receipt, error) {
				var a officeArguments
				err := json.Unmarshal(c.Arguments, &a)
				return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(o.tells(a.Key))}}, err
			},
		}))
	}
	of, err := packkit.Beside(ours...)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// tells is what is found by a key: between 800 bytes and 10,000, as often below 2,830 as above; an order of WooCommerce has some 5,000 as its API
// gives it. What the next one goes by stands at its beginning, as a result's summary does.
func (o officeTool) tells(key string) string {
	sum := sha256.Sum256([]byte(o.name + key))
	d := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), 1))
	size := int(800 * math.Pow(12.5, d.Float64()))
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s leads to %s.\n", o.label, key, found(key))
	for b.Len() < size {
		fmt.Fprintf(&b, "On %d March line %d was noted by the %s: %d pieces at %d.50, and nothing further is due. ", 1+d.IntN(28), d.IntN(400), []string{"warehouse", "carrier", "bookkeeper"}[d.IntN(3)], d.IntN(90), d.IntN(900))
	}
	return b.String()
}

var errNoRequest = errors.New("no such request")

// worker plays the models of a way to do the work, and finds what a request told it.
type worker struct {
	all       []office
	delegates func(o office) bool // whether the planner wants to delegate
	counts    *counter
}

var officeName = regexp.MustCompile(`Customer-(\d\d)-\d`)

// of is the request that a model works on, by the first customer that is named.
func (w *worker) of(text string) (office, error) {
	m := officeName.FindStringSubmatch(text)
	if m == nil {
		return office{}, errNoRequest
	}
	i := slices.IndexFunc(w.all, func(o office) bool { return fmt.Sprintf("%02d", o.n) == m[1] })
	if i < 0 {
		return office{}, errNoRequest
	}
	return w.all[i], nil
}

// plans is the strong model: it has each customer looked up by somebody, or looks them all up step by step.
func (w *worker) plans(_ context.Context, _ int, r llm.Request) (llm.Reply, error) {
	o, err := w.of(string(r.Facts))
	if err != nil {
		return llm.Reply{}, err
	}
	got := results(r)
	if w.delegates(o) && len(got) == 0 {
		var pairs []string
		for i := range o.customers {
			raw, err := json.Marshal(map[string]any{
				"task":    "Look up " + strings.Join(officeWords[:o.deep], ", and then ") + ", of the customer " + o.customer(i),
				"expects": "the number that each look-up leads to", "look_ups": o.deep,
			})
			if err != nil {
				return llm.Reply{}, err
			}
			pairs = append(pairs, loop.ToolDelegate, string(raw))
		}
		return w.counts.strong(o, r, calls("d", pairs...))
	}
	if told := refs(r); w.delegates(o) && strings.Contains(fmt.Sprint(got), " reports:") {
		return w.counts.strong(o, r, words("This is what I found: "+strings.Join(told, ", ")))
	}
	var pairs, last []string
	for i := range o.customers {
		next, at, done := followed(r, o.customer(i), o.deep)
		if last = append(last, next); !done {
			pairs = append(pairs, officeTools[at].name, `{"key":"`+next+`"}`)
		}
	}
	if len(pairs) == 0 || len(r.Callable()) == 0 {
		return w.counts.strong(o, r, words("This is what I found: "+strings.Join(last, ", ")))
	}
	return w.counts.strong(o, r, calls(fmt.Sprint("look", len(r.Messages)), pairs...))
}

// executes is the fast model: it looks one customer up, and reports the numbers.
func (w *worker) executes(_ context.Context, r llm.Request) (llm.Reply, error) {
	task := r.Messages[0].Parts[0].Text
	o, err := w.of(task)
	if err != nil {
		return llm.Reply{}, err
	}
	next, at, done := followed(r, officeName.FindString(task), o.deep)
	if !done {
		return w.counts.fast(r, calls(fmt.Sprint("look", len(r.Messages)), officeTools[at].name, `{"key":"`+next+`"}`))
	}
	raw, err := json.Marshal(map[string]any{"summary": "Each look-up has led to the next one.", "data": map[string]any{"leads to": refs(r), "last": next}})
	if err != nil {
		return llm.Reply{}, err
	}
	return w.counts.fast(r, calls("say", loop.ToolReport, string(raw)))
}

// followed is how far a customer was followed, by what the model can still read: what the newest look-up has led to, and which is next.
func followed(r llm.Request, key string, deep int) (next string, at int, done bool) {
	for at = range deep {
		if !slices.ContainsFunc(r.Messages, func(m llm.Message) bool {
			return slices.ContainsFunc(m.Parts, func(p llm.Part) bool {
				return p.Result != nil && strings.Contains(p.Result.Content, key+" leads to "+found(key))
			})
		}) {
			return key, at, false
		}
		key = found(key)
	}
	return key, deep, true
}

var refName = regexp.MustCompile(`ref-[0-9a-f]{8}`)

// refs are all numbers that stand in what the model was told.
func refs(r llm.Request) (out []string) {
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			if p.Result == nil {
				continue
			}
			for _, ref := range refName.FindAllString(p.Result.Content, -1) {
				if !slices.Contains(out, ref) {
					out = append(out, ref)
				}
			}
		}
	}
	return out
}
