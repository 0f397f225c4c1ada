package vendors_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/vendors"
)

const (
	words  = "It is 21 °C in Kyiv, and 19 °C in Lviv."
	schema = `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`
)

// twoCalls looks the weather of two cities up at once, and says the answer when it has both.
func twoCalls(a vendors.Asked) vendors.Said {
	if len(a.Last().Results) > 0 {
		return vendors.Said{Thought: "I have both.", Text: words, Usage: assistant.Usage{Input: 120, Cached: 80, Output: 30, Thought: 10}}
	}
	return vendors.Said{Thought: "I look both up.", Calls: []vendors.Call{
		{Name: "get_weather", Arguments: `{"city":"Kyiv"}`}, {Name: "get_weather", Arguments: `{"city":"Lviv"}`},
	}, Usage: assistant.Usage{Input: 100, Output: 20, Thought: 5}}
}

func inWords(vendors.Asked) vendors.Said {
	return vendors.Said{Text: words, Usage: assistant.Usage{Input: 10, Output: 4}}
}

func question() llm.Request {
	return llm.Request{
		Purpose: llm.PurposeAnswer, Instructions: llm.Instructions{Stable: "Be short."},
		Messages: []llm.Message{llm.TextMessage(llm.RoleUser, "How warm is it?")},
		Tools:    []llm.Tool{{Name: "get_weather", Description: "The weather of a city.", Parameters: json.RawMessage(schema)}},
	}
}

// answered is a request with a reply and the results of its calls, as it is kept in a database meanwhile.
func answered(t *testing.T, r llm.Request, reply llm.Reply) llm.Request {
	t.Helper()
	results := llm.Message{Role: llm.RoleTool}
	for _, c := range reply.Calls() {
		results.Parts = append(results.Parts, llm.Part{Result: &llm.ToolResult{ID: c.ID, Name: c.Name, Content: "21"}})
	}
	raw, err := json.Marshal(append(slices.Clone(r.Messages), reply.Message, results))
	if err != nil {
		t.Fatal(err)
	}
	r.Messages = nil
	if err := json.Unmarshal(raw, &r.Messages); err != nil {
		t.Fatal(err)
	}
	return r
}

// cities are the arguments of a reply's calls, in their order.
func cities(r llm.Reply) []string {
	var out []string
	for _, c := range r.Calls() {
		out = append(out, c.Name+" "+string(c.Arguments))
	}
	return out
}

var both = []string{`get_weather {"city":"Kyiv"}`, `get_weather {"city":"Lviv"}`}

// check is one case of the suite.
type check struct {
	name string
	run  func(t *testing.T, r road)
}

// TestEveryRoadKeepsTheSamePromises prints which road keeps which.
func TestEveryRoadKeepsTheSamePromises(t *testing.T) {
	kept := map[string]bool{}
	for _, c := range slices.Concat(replies(), breaks(), requests()) {
		for _, r := range roads() {
			kept[c.name+r.name] = t.Run(c.name+"/"+r.name, func(t *testing.T) { c.run(t, r) })
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-62s", "case")
	for _, r := range roads() {
		fmt.Fprintf(&b, " %-12s", r.name)
	}
	for _, c := range slices.Concat(replies(), breaks(), requests()) {
		fmt.Fprintf(&b, "\n%-62s", c.name)
		for _, r := range roads() {
			fmt.Fprintf(&b, " %-12s", map[bool]string{true: "ok", false: "FAILED"}[kept[c.name+r.name]])
		}
	}
	t.Logf("\n%s\n%d cases on %d roads, 0 skipped", b.String(), len(slices.Concat(replies(), breaks(), requests())), len(roads()))
}

// replies are whole conversations.
func replies() []check {
	return []check{
		{"words arrive whole, with what they used", func(t *testing.T, r road) {
			reply, err := r.on(t, inWords).ask(question())
			if err != nil || reply.Text() != words || reply.Usage.Input != 10 || reply.Usage.Output != 4 || reply.Served != r.model {
				t.Errorf("%+v, %v", reply, err)
			}
		}},
		{"two calls at once, and on with their results three days later", func(t *testing.T, r road) {
			l := r.on(t, twoCalls)
			first, err := l.ask(question())
			if d := cmp.Diff(both, cities(first)); d != "" || err != nil {
				t.Fatal(d, err)
			}
			last, err := l.client(r.model).Ask(t.Context(), answered(t, question(), first), nil)
			if err != nil || last.Text() != words || last.Usage != (assistant.Usage{Input: 120, Cached: 80, Output: 30, Thought: 10}) || len(l.Refused()) > 0 {
				t.Errorf("%+v, %v, refused %v", last, err, l.Refused())
			}
		}},
		{"a conversation begun elsewhere goes on here", func(t *testing.T, r road) {
			first := llm.Reply{Message: llm.Message{Role: llm.RoleAssistant, Parts: []llm.Part{
				{Thought: true, State: &llm.ProviderState{Provider: "elsewhere", Model: "m", Endpoint: "https://e", Data: json.RawMessage(`{"x":1}`)}},
				{Call: &llm.ToolCall{ID: "c1", Name: "get_weather", Arguments: json.RawMessage(`{"city":"Kyiv"}`)}, State: &llm.ProviderState{Provider: "elsewhere", Model: "m", Endpoint: "https://e", Data: json.RawMessage(`{}`)}},
			}}}
			l := r.on(t, func(a vendors.Asked) vendors.Said {
				if !strings.Contains(fmt.Sprint(a.Messages), "21") {
					t.Errorf("the results are lost: %+v", a.Messages)
				}
				return inWords(a)
			})
			if reply, err := l.ask(answered(t, question(), first)); err != nil || reply.Text() != words || len(l.Refused()) > 0 {
				t.Errorf("%+v, %v, refused %v", reply, err, l.Refused())
			}
		}},
		{"another model of the vendor is told nothing of the first one's state", func(t *testing.T, r road) {
			l := r.on(t, twoCalls)
			first, err := l.ask(question())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.client(r.other).Ask(t.Context(), answered(t, question(), first), nil); err != nil || len(l.Refused()) > 0 {
				t.Errorf("%v, refused %v", err, l.Refused())
			}
		}},
		{"that another model answered is told", func(t *testing.T, r road) {
			reply, err := r.on(t, func(vendors.Asked) vendors.Said { return vendors.Said{Text: words, Served: "another-one"} }).ask(question())
			if err != nil || reply.Served != "another-one" {
				t.Errorf("%+v, %v", reply, err)
			}
		}},
		{"a reply that ran into its limit is not used", func(t *testing.T, r road) {
			if _, err := r.on(t, func(vendors.Asked) vendors.Said { return vendors.Said{Text: words, Length: true} }).ask(question()); !errors.Is(err, llm.ErrLength) {
				t.Error(err)
			}
		}},
	}
}

// breaks are streams that a network or a vendor has spoilt.
func breaks() []check {
	return []check{
		{"words cut anywhere are whole, or not used", func(t *testing.T, r road) { everyCut(t, r, inWords) }},
		{"calls cut anywhere are whole, or not made", func(t *testing.T, r road) { everyCut(t, r, twoCalls) }},
		{"events out of order make no call that was not made", func(t *testing.T, r road) {
			l := r.on(t, twoCalls)
			if _, err := l.ask(question()); err != nil {
				t.Fatal(err)
			}
			frames := bytes.SplitAfter(l.bend.said(), []byte("\n\n"))
			for i := range frames {
				for j := range i {
					l.bend.to(func([]byte) []byte {
						moved := slices.Clone(frames)
						moved[i], moved[j] = moved[j], moved[i]
						return bytes.Join(moved, nil)
					})
					if reply, err := l.ask(question()); err == nil {
						for _, c := range cities(reply) {
							if !slices.Contains(both, c) && !notAnObject(c) {
								t.Errorf("frames %d and %d changed: %s is called", i, j, c)
							}
						}
					}
				}
			}
		}},
		{"each event left out, or twice: no call that was not made", func(t *testing.T, r road) {
			l := r.on(t, twoCalls)
			if _, err := l.ask(question()); err != nil {
				t.Fatal(err)
			}
			frames := bytes.SplitAfter(l.bend.said(), []byte("\n\n"))
			for i := range frames {
				for _, n := range []int{0, 2} {
					l.bend.to(func([]byte) []byte {
						return bytes.Join(slices.Concat(frames[:i], slices.Repeat(frames[i:i+1], n), frames[i+1:]), nil)
					})
					if reply, err := l.ask(question()); err == nil {
						for _, c := range cities(reply) {
							if !slices.Contains(both, c) && !notAnObject(c) {
								t.Errorf("frame %d %d times: %s is called", i, n, c)
							}
						}
					}
				}
			}
		}},
		{"a call with broken arguments is one that no tool takes", func(t *testing.T, r road) {
			reply, err := r.on(t, func(vendors.Asked) vendors.Said {
				return vendors.Said{Calls: []vendors.Call{{Name: "get_weather", Arguments: `{"city":"Ky`}}}
			}).ask(question())
			for _, c := range cities(reply) {
				if err == nil && !notAnObject(c) {
					t.Errorf("%s is called", c)
				}
			}
		}},
		{"a line of 16 MB is no reply", func(t *testing.T, r road) {
			l := r.on(t, inWords)
			l.bend.to(func(body []byte) []byte {
				return slices.Concat([]byte("data: {\"x\":\""), bytes.Repeat([]byte("x"), 17<<20), []byte("\"}\n\n"), body)
			})
			if reply, err := l.ask(question()); err == nil {
				t.Errorf("%q", reply.Text())
			}
		}},
		{"two calls of one id are two, or none", func(t *testing.T, r road) {
			reply, err := r.on(t, func(vendors.Asked) vendors.Said {
				return vendors.Said{Calls: []vendors.Call{{ID: "call_1", Name: "get_weather", Arguments: `{"city":"Kyiv"}`}, {ID: "call_1", Name: "get_weather", Arguments: `{"city":"Lviv"}`}}}
			}).ask(question())
			if calls := reply.Calls(); err == nil && (len(calls) != 2 || calls[0].ID == calls[1].ID) {
				t.Errorf("%+v", calls)
			}
		}},
		{"usage that is negative counts as none", func(t *testing.T, r road) {
			reply, err := r.on(t, func(vendors.Asked) vendors.Said {
				return vendors.Said{Text: words, Usage: assistant.Usage{Input: -5, Cached: -7, Output: -3, Thought: -1}}
			}).ask(question())
			if u := reply.Usage; err == nil && (u.Input < 0 || u.Cached < 0 || u.CacheWritten < 0 || u.Output < 0 || u.Thought < 0 || u.Cached > u.Input) {
				t.Errorf("%+v", u)
			}
		}},
		{"a call of a tool that was not offered keeps its name", func(t *testing.T, r road) {
			reply, err := r.on(t, func(vendors.Asked) vendors.Said {
				return vendors.Said{Text: "I have deleted it.", Calls: []vendors.Call{{Name: "delete_everything", Arguments: `{}`}}}
			}).ask(question())
			for _, c := range reply.Calls() {
				if err == nil && c.Name != "delete_everything" {
					t.Errorf("%s is called", c.Name)
				}
			}
		}},
		{"a refusal tells its cause, its wait, and no key", func(t *testing.T, r road) {
			for code, want := range map[int]error{401: llm.ErrRefused, 404: llm.ErrRefused, 429: llm.ErrOverloaded, 500: llm.ErrOverloaded, 529: llm.ErrOverloaded} {
				_, err := r.on(t, func(vendors.Asked) vendors.Said {
					return vendors.Said{Refusal: &vendors.Refusal{
						Status: code, Header: http.Header{"Retry-After": {"7"}}, Body: `{"type":"error","error":{"type":"t","message":"No: ` + key + `","code":` + strconv.Itoa(code) + `}}`,
					}}
				}).ask(question())
				status, ok := errors.AsType[*llm.StatusError](err)
				if !ok || status.Code != code || status.RetryAfter.Seconds() != 7 || !errors.Is(err, want) || strings.Contains(err.Error(), key) {
					t.Errorf("%d: %v", code, err)
				}
			}
		}},
	}
}

func notAnObject(call string) bool {
	_, arguments, _ := strings.Cut(call, " ")
	return !strings.HasPrefix(arguments, "{")
}

// everyByte cuts at each byte of all streams.
var everyByte = flag.Bool("suite.bytes", false, "cut streams at each byte, and not at a thousand places of each")

// everyCut cuts a reply at each byte, or at a thousand of them: each adapter's own tests cut its streams at each.
func everyCut(t *testing.T, r road, b vendors.Brain) {
	t.Helper()
	l := r.on(t, b)
	c := l.client(r.model)
	whole, err := c.Ask(t.Context(), question(), nil)
	if err != nil {
		t.Fatal(err)
	}
	said := l.bend.said()
	step := 1
	if !*everyByte {
		step = 1 + len(said)/1000
	}
	for n := 0; n < len(said); n += step {
		l.bend.to(func(body []byte) []byte { return body[:min(n, len(body))] })
		reply, err := c.Ask(t.Context(), question(), nil)
		switch {
		case err == nil && (reply.Text() != whole.Text() || cmp.Diff(cities(whole), cities(reply)) != ""):
			t.Errorf("cut at %d of %d, it said %q and called %v", n, len(said), reply.Text(), cities(reply))
		case err != nil && !errors.Is(err, llm.ErrTruncated) && !errors.Is(err, llm.ErrGarbage) && !errors.Is(err, llm.ErrOverloaded):
			t.Errorf("cut at %d of %d: %v", n, len(said), err)
		}
	}
}

// requests are what servers are asked.
func requests() []check {
	asks := func(t *testing.T, r road, q llm.Request) (asked vendors.Asked) {
		t.Helper()
		l := r.on(t, func(a vendors.Asked) vendors.Said { asked = a; return inWords(a) })
		if _, err := l.ask(q); err != nil || len(l.Refused()) > 0 {
			t.Errorf("%v, refused %v", err, l.Refused())
		}
		return asked
	}
	return []check{
		{"instructions, tools and words are told", func(t *testing.T, r road) {
			a := asks(t, r, question())
			if a.System != "Be short." || len(a.Tools) != 1 || a.Tools[0].Name != "get_weather" || a.Last().Text != "How warm is it?" || a.NoCalls {
				t.Errorf("%+v", a)
			}
		}},
		{"tools stay described where none may be called", func(t *testing.T, r road) {
			q := question()
			q.NoCalls = true
			if a := asks(t, r, q); len(a.Tools) != 1 || !a.NoCalls {
				t.Errorf("%+v", a)
			}
		}},
		{"what holds for one request stands in it, not before the conversation of vendors that keep beginnings", func(t *testing.T, r road) {
			q := question()
			q.Instructions = q.Instructions.And("Speak French.")
			a := asks(t, r, q)
			if !strings.Contains(a.System+fmt.Sprint(a.Messages), "Speak French.") || a.Last().Role != "user" {
				t.Errorf("%+v", a)
			}
		}},
		{"a reply in JSON is asked for by its schema", func(t *testing.T, r road) {
			q := question()
			q.Tools, q.Output = nil, json.RawMessage(schema)
			if a := asks(t, r, q); !bytes.Contains(a.Output, []byte(`"city"`)) {
				t.Errorf("%s", a.Output)
			}
		}},
		{"a picture is shown", func(t *testing.T, r road) {
			q := question()
			q.Messages[0].Parts = append(q.Messages[0].Parts, llm.Part{Image: &llm.Image{Type: "image/png", Data: []byte("\x89PNG\r\n\x1a\n"), Width: 1, Height: 1}})
			if a := asks(t, r, q); a.Last().Images != 1 {
				t.Errorf("%+v", a.Messages)
			}
		}},
		{"with 20 tools and 40 messages requests begin alike from turn to turn", func(t *testing.T, r road) {
			q := question()
			q.Tools = nil
			for i := range 20 {
				q.Tools = append(q.Tools, llm.Tool{Name: "tool_" + strconv.Itoa(i), Description: "One of twenty.", Parameters: json.RawMessage(schema)})
			}
			for i := range 20 {
				q.Messages = append(q.Messages, llm.TextMessage(llm.RoleAssistant, "Warm, the "+strconv.Itoa(i)+"th time."), llm.TextMessage(llm.RoleUser, "And now?"))
			}
			next := q
			next.Messages = append(slices.Clone(q.Messages), llm.TextMessage(llm.RoleAssistant, "Still warm."), llm.TextMessage(llm.RoleUser, "And tomorrow?"))
			l := r.on(t, inWords)
			for _, asked := range []llm.Request{q, next} {
				if _, err := l.ask(asked); err != nil {
					t.Fatal(err)
				}
			}
			first, second := beginning(t, l.Received()[0].Body), beginning(t, l.Received()[1].Body)
			if first != second || !strings.Contains(first, "Be short.") || !strings.Contains(first, "tool_19") {
				t.Errorf("they begin with\n%s\nand\n%s", first, second)
			}
		}},
		{"how long to reason follows from the purpose", func(t *testing.T, r road) {
			q := question()
			low, high := q, q
			low.Purpose, high.Purpose = llm.PurposeClassify, llm.PurposePlan
			if a, b := asks(t, r, low), asks(t, r, high); !strings.EqualFold(a.Effort, "low") || !strings.EqualFold(b.Effort, "high") {
				t.Errorf("%q, %q", a.Effort, b.Effort)
			}
		}},
	}
}

// beginning is what of a request a vendor keeps for the next: its tools and instructions, as they were written, and where those stand
// among the messages the first of these.
func beginning(t *testing.T, body []byte) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		t.Fatal(err)
	}
	begins := [][]byte{fields["tools"], fields["system"], fields["systemInstruction"], fields["instructions"]}
	for _, name := range []string{"messages", "input", "contents"} {
		var list []json.RawMessage
		if json.Unmarshal(fields[name], &list) == nil && len(list) > 0 {
			begins = append(begins, list[0])
		}
	}
	return string(bytes.Join(begins, []byte("\n")))
}
