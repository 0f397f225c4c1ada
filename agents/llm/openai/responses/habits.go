package responses

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// streamsAgain is how long an endpoint that refused to stream is asked for whole replies: an organization may be verified meanwhile.
const streamsAgain = time.Hour

// The ways to ask for a reply in JSON, each for endpoints that know none before it.
const (
	formatStrict = iota // a schema that the provider holds the model to
	formatSchema
	formatWords // the words alone
)

// field is something that a request says and an endpoint may not take.
type field uint

const (
	fieldEffort field = 1 << iota
	fieldInclude
	fieldCacheKey
	fieldBreakpoints
	fieldPhase
	fieldChoice
	fieldLimit
	fieldDeveloper // the role; what it says is said by the system
)

// shape is how a request is written for the endpoint it goes to.
type shape struct {
	dropped field
	format  int
	most    int // tokens of a reply; 0 for as many as are asked for
	streams bool
	bare    bool // without what it made before: it no longer knows its own
}

func (s shape) takes(f field) bool { return s.dropped&f == 0 }

// habits are what an endpoint takes, as it has said itself. It begins with what OpenAI's own takes, and learns from each refusal that
// names what is refused.
type habits struct {
	now func() time.Time

	mu    sync.Mutex
	shape shape
	whole time.Time // until then it is not asked to stream
}

func newHabits(breakpoints bool, now func() time.Time) *habits {
	h := &habits{now: now}
	if !breakpoints {
		h.shape.dropped = fieldBreakpoints
	}
	return h
}

// ask is the shape of the next request.
func (h *habits) ask() shape {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.shape
	s.streams = !h.now().Before(h.whole)
	return s
}

// learn gives the shape in which a request may be sent once more, where a refusal names something of it that can be written otherwise.
// The next ones are written so from the beginning.
func (h *habits) learn(err error, sent shape) (shape, bool) {
	bare := sent
	bare.bare = true // of this request alone
	told, ok := errors.AsType[*llm.StatusError](err)
	if !ok || !slices.Contains([]int{400, 404, 405, 415, 422, 501}, told.Code) {
		return sent, false
	}
	said := strings.ToLower(told.Message)
	if forgotten(said) {
		return bare, !sent.bare
	}
	h.mu.Lock()
	changed := h.change(said, sent)
	h.mu.Unlock()
	if !changed && strings.Contains(said, "unknown parameter: 'input[") { // something of an item that it has told itself
		return bare, !sent.bare
	}
	next := h.ask()
	next.bare = sent.bare
	return next, changed
}

// forgotten tells whether an endpoint does not take back what it made itself: its keys have changed, or another machine answers.
//
// Sources: openai/codex#8145, anomalyco/opencode#5104, openai/openai-agents-python#2063 ("could not be verified"), Wei-Shaw/sub2api#3138
// ("could not be decrypted"), vercel/ai#7099 ("without its required following item"), openai/openai-agents-js#546 ("not persisted"). Stack-Cairn/LiveAgent#334 has
// "Unknown parameter: 'input[32].status'" of items that the API had told itself.
func forgotten(said string) bool {
	return slices.ContainsFunc([]string{
		"could not be verified", "could not be decrypted", "invalid_encrypted_content", "without its required", "are not persisted",
	}, func(words string) bool { return strings.Contains(said, words) })
}

// drops are the words by which a field is named in a refusal. Names that stand within others come after them.
func drops() []struct {
	field field
	named *regexp.Regexp
} {
	quoted := func(name string) *regexp.Regexp {
		return regexp.MustCompile("[`'\"( ]" + name + "(?:\\b|$)")
	}
	return []struct {
		field field
		named *regexp.Regexp
	}{
		{fieldBreakpoints, regexp.MustCompile(`prompt_cache_(?:options|breakpoint)`)},
		{fieldCacheKey, regexp.MustCompile(`prompt_cache_key`)},
		{fieldInclude, regexp.MustCompile("encrypted[ _]content|[`'\"(]include\\b")},
		{fieldEffort, quoted(`reasoning(?:[._]effort)?`)},
		{fieldLimit, regexp.MustCompile(`max_output_tokens`)},
		{fieldChoice, regexp.MustCompile(`tool_choice`)},
		{fieldPhase, quoted(`(?:input\[\d+\]\.)?phase`)},
		{fieldDeveloper, regexp.MustCompile("[`'\"(]developer\\b")},
	}
}

func (h *habits) change(said string, sent shape) bool {
	if n := mostTokens(said); n > 0 && strings.Contains(said, "max_output_tokens") {
		h.shape.most = n
		return sent.most == 0 || n < sent.most
	}
	if !regexp.MustCompile(`unsupported|not support|unrecognized|unknown|unexpected|extra|not permitted|not allowed|not available|must be verified|invalid|instead`).MatchString(said) {
		return false
	}
	if regexp.MustCompile(`text\.format|response_format|json_schema|structured output`).MatchString(said) {
		h.shape.format = max(h.shape.format, sent.format+1)
		return sent.format < formatWords
	}
	for _, d := range drops() {
		if d.named.MatchString(said) && sent.takes(d.field) {
			h.shape.dropped |= d.field
			return true
		}
	}
	if sent.streams && strings.Contains(said, "stream") {
		h.whole = h.now().Add(streamsAgain)
		return true
	}
	return false
}

// mostTokens is how many tokens a refusal says that a reply may have; 0 where it says nothing of it.
func mostTokens(said string) int {
	most := regexp.MustCompile(`(?:at most|maximum (?:is|of|value)|less than or equal to|must be <=|expected a value <=) (\d{2,7})`).FindStringSubmatch(said)
	if most == nil {
		return 0
	}
	n, err := strconv.Atoi(most[1])
	if err != nil {
		return 0
	}
	return n
}
