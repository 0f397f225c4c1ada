package anthropic

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
)

// shape is how a request is written for the model it goes to.
type shape struct {
	between   bool // it can think between calls only, which is the least that it does
	adaptive  bool // it decides itself how much it thinks
	display   bool // it can be asked to show that
	effort    bool
	format    bool // it holds replies to a schema
	most      int  // tokens of a reply; 0 for as many as are asked for
	forgetful bool // no thinking block goes back
}

// habits are what a model takes, as it has said itself. They begin with what those of today take; each refusal that names what is
// refused changes them.
type habits struct {
	mu      sync.Mutex
	shape   shape
	schemas map[string]bool // that were refused, by their text
}

// maxSchemas bounds those that are remembered.
const maxSchemas = 100

func newHabits(model string) *habits {
	return &habits{
		shape:   shape{between: thinksBetween(model), adaptive: true, display: true, effort: true, format: true},
		schemas: map[string]bool{},
	}
}

// thinksBetween tells of a generation that takes thinking between tools: Sonnet from 5.5 on. The others refuse it (platform.claude.com,
// Troubleshooting thinking), so they are not asked first.
func thinksBetween(model string) bool {
	found := regexp.MustCompile(`sonnet-(\d{1,2})[-.](\d{1,2})(?:\D|$)`).FindStringSubmatch(model)
	if found == nil {
		return false
	}
	major, _ := strconv.Atoi(found[1])
	minor, _ := strconv.Atoi(found[2])
	return major > 5 || major == 5 && minor >= 5
}

// ask is the shape of a request.
func (h *habits) ask(r llm.Request) shape {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.shape
	s.between = s.between && r.Effort == llm.EffortLow
	s.format = s.format && !h.schemas[string(r.Output)]
	return s
}

// output writes how the model is to think, and what its reply is to match.
func (s shape) output(b *body, r llm.Request) {
	switch {
	case s.between:
		b.Thinking = &thinking{Type: "between_tools"} // takes no display; what it writes between calls is shown
	case s.adaptive && s.display:
		b.Thinking = &thinking{Type: "adaptive", Display: "summarized"} // else nothing at all comes for as long as it thinks
	case s.adaptive:
		b.Thinking = &thinking{Type: "adaptive"}
	}
	var c outputConfig
	if s.effort {
		c.Effort = string(r.Effort)
	}
	if s.format && len(r.Output) > 0 {
		c.Format = &format{"json_schema", r.Output}
	}
	if c != (outputConfig{}) {
		b.OutputConfig = &c
	}
}

// aboutThoughts tells whether a refusal is about thinking blocks that went back. What the vendor advises then is to ask once more
// without any (platform.claude.com, Troubleshooting thinking).
func aboutThoughts(err error) bool {
	said := refusalIn(err)
	return strings.Contains(said, "invalid `signature` in `thinking` block") || strings.Contains(said, "bound to a different conversation") ||
		strings.Contains(said, "`redacted_thinking` blocks") && strings.Contains(said, "cannot be modified")
}

// refusalIn is what a model refuses a request with, in small letters; "" where it is something else.
func refusalIn(err error) string {
	refusal, ok := errors.AsType[*llm.StatusError](err)
	if !ok || refusal.Code != 400 && refusal.Code != 422 {
		return ""
	}
	return strings.ToLower(refusal.Message)
}

// learn tells whether a refusal names something of the request that can be written otherwise; the next one is.
func (h *habits) learn(err error, sent shape, r llm.Request) bool {
	said := refusalIn(err)
	if said == "" || aboutThoughts(err) {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(said, w) {
				return true
			}
		}
		return false
	}
	refused := has("not support", "unsupported", "extra inputs", "not permitted", "invalid", "unknown", "instead", "unexpected", "does not match")
	before := h.shape
	switch {
	case has("max_tokens"):
		return h.learnMost(said, sent)
	case !refused && !has("schema", "output_config", "output format"):
		return false
	case sent.between && has("between_tools"):
		h.shape.between = false
	case (sent.adaptive || sent.between) && has("thinking"):
		if has("display") && sent.display {
			h.shape.display = false
		} else {
			h.shape.between, h.shape.adaptive = false, false
		}
	case sent.effort && has("effort"):
		h.shape.effort = false
	case has("input_schema"): // it is a tool's
		return false
	case sent.format && len(r.Output) > 0 && has("format", "structured output", "schema"):
		return h.learnWords(refused && !has("schema"), string(r.Output))
	case has("output_config"):
		h.shape.effort, h.shape.format = false, false
	}
	return h.shape != before
}

// learnMost reads how many tokens a reply may have: "max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for
// claude-3-5-haiku-20241022".
func (h *habits) learnMost(said string, sent shape) bool {
	found := regexp.MustCompile(`max_tokens: \d+ > (\d{2,7})`).FindStringSubmatch(said)
	if found == nil {
		return false
	}
	n, err := strconv.Atoi(found[1])
	if err != nil || sent.most != 0 && n >= sent.most {
		return false
	}
	h.shape.most = n
	return true
}

// learnWords remembers that a reply's form has to be told in words: that of every reply, or of those with this schema.
func (h *habits) learnWords(all bool, schema string) bool {
	if all || len(h.schemas) >= maxSchemas {
		h.shape.format = false
		return true
	}
	h.schemas[schema] = true
	return true
}
