package chat

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

// streamsAgain is how long an endpoint that refused to stream is asked for whole replies.
const streamsAgain = time.Hour

// The ways to ask for a reply in JSON, each for endpoints that know none before it.
const (
	formatStrict = iota // a schema that the provider holds the model to
	formatSchema
	formatObject // "a JSON object"; the schema stands in the words
	formatWords  // the words alone
)

// shape is how a request is written for the endpoint it goes to.
type shape struct {
	newLimit bool // max_completion_tokens, where max_tokens is refused
	format   int
	usage    bool // it tells what a stream has used
	streams  bool
	most     int  // tokens of a reply; 0 for as many as are asked for
	plain    bool // what it gave with its messages is not sent back: it refuses that
	steady   bool // it is not told how long to reason
	content  bool // a message always has a content, if an empty one

	thinksFirst bool // its replies begin within what the model reasons
}

// habits are what an endpoint takes, as it has said itself: names of hosts tell nothing about it. It begins with what
// most take of a model of that name, and learns from each refusal that names what is refused.
type habits struct {
	now func() time.Time

	mu    sync.Mutex
	shape shape
	whole time.Time // until then it is not asked to stream
}

func newHabits(model string, plainJSON bool, now func() time.Time) *habits {
	h := &habits{now: now, shape: shape{usage: true, streams: true, newLimit: regexp.MustCompile(`^(?:gpt-(?:[5-9]|\d\d)|o\d)`).MatchString(model)}}
	if plainJSON {
		h.shape.format = formatObject
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

// thinks keeps whether the endpoint's replies begin within what the model reasons: a template has begun it there.
func (h *habits) thinks(first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shape.thinksFirst = first
}

func refuses() []string {
	return []string{
		"unsupported", "not supported", "not support", "unrecognized", "unknown", "unexpected", "extra", "not permitted", "not allowed", "not available",
		"must be verified", "invalid", "instead", "required", "missing", "must be a string", "cannot be null", "none is not",
	}
}

// mostTokens is how many tokens a refusal says that a reply may have; 0 where it says nothing of it.
func mostTokens(said string) int {
	most := regexp.MustCompile(`(?:at most|maximum (?:is|of|value)|less than or equal to|must be <=) (\d{2,7})`).FindStringSubmatch(said)
	if most == nil {
		return 0
	}
	n, err := strconv.Atoi(most[1])
	if err != nil {
		return 0
	}
	return n
}

// learn tells whether a refusal names something of the request that can be written otherwise; the next one is.
func (h *habits) learn(err error, sent shape) bool {
	refusal, ok := errors.AsType[*llm.StatusError](err)
	if !ok || refusal.Code != 400 && refusal.Code != 404 && refusal.Code != 405 && refusal.Code != 415 && refusal.Code != 422 && refusal.Code != 501 {
		return false
	}
	said := strings.ToLower(refusal.Message)
	h.mu.Lock()
	defer h.mu.Unlock()
	limited := strings.Contains(said, "max_tokens") || strings.Contains(said, "max_completion_tokens")
	if n := mostTokens(said); limited && n > 0 {
		h.shape.most = n
		return sent.most == 0 || n < sent.most
	}
	refused := false
	for _, word := range refuses() {
		refused = refused || strings.Contains(said, word)
	}
	switch {
	case !refused:
		return false
	case limited && !sent.newLimit:
		h.shape.newLimit = true
	case strings.Contains(said, "max_completion_tokens") && sent.newLimit:
		h.shape.newLimit = false
	case sent.format < formatWords && (strings.Contains(said, "response_format") || strings.Contains(said, "json_schema") || strings.Contains(said, "json_object") ||
		strings.Contains(said, "structured output")):
		h.shape.format = sent.format + 1
	case sent.usage && sent.streams && (strings.Contains(said, "stream_options") || strings.Contains(said, "include_usage")):
		h.shape.usage = false
	case !sent.plain && (strings.Contains(said, "reasoning_content") || strings.Contains(said, "reasoning_details") || strings.Contains(said, "extra_content")) &&
		!strings.Contains(said, "must be passed back") && !strings.Contains(said, "missing"):
		h.shape.plain = true
	case !sent.steady && !strings.Contains(said, "/v1/responses") &&
		(strings.Contains(said, "reasoning_effort") || strings.Contains(said, "reasoningeffort") || strings.Contains(said, "thinking")):
		h.shape.steady = true
	case !sent.content && strings.Contains(said, "content") && strings.Contains(said, "messages"):
		h.shape.content = true
	case sent.streams && strings.Contains(said, "stream"):
		h.whole = h.now().Add(streamsAgain)
	default:
		return false
	}
	return true
}
