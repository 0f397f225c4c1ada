package openai

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
)

// Road is one of OpenAI's two protocols.
type Road string

// The roads.
const (
	RoadResponses Road = "responses"
	RoadChat      Road = "chat" // Chat Completions
)

// Known tells whether there is such a road.
func (r Road) Known() bool { return r == RoadResponses || r == RoadChat }

func (r Road) other() Road {
	if r == RoadChat {
		return RoadResponses
	}
	return RoadChat
}

// way is the road that is taken, as far as is known.
type way struct {
	fixed bool // by an operator

	mu   sync.Mutex
	road Road
}

func (w *way) now() (road Road, fixed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.road, w.fixed
}

func (w *way) turn(to Road) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.road = to
}

// begins is the road that is tried first. OpenAI's own models since gpt-5.4 refuse tools by Chat Completions, and its older ones take
// either. Azure's deployments are called as somebody liked. Whatever else speaks a protocol of OpenAI's speaks Chat Completions.
func (c Config) begins() Road {
	switch {
	case c.Road != "":
		return c.Road
	case c.Provider == assistant.ProviderAzure:
		return RoadResponses
	case !Own(c.BaseURL):
		return RoadChat
	}
	g, ok := generationOf(c.Model)
	if ok && !g.since(5, 4) || strings.HasPrefix(c.Model, "chatgpt-") {
		return RoadChat
	}
	return RoadResponses // also of names that tell nothing: they are new
}

// marks tells whether the model is one of those that take marks of what is to be kept in the cache: those since gpt-5.6, at OpenAI
// and at Azure.
func (c Config) marks() bool {
	g, ok := generationOf(c.Model)
	return ok && g.since(5, 6) && (c.Provider == assistant.ProviderAzure || Own(c.BaseURL))
}

// Own tells whether an address is OpenAI's own, in whichever region; "" is.
func Own(base string) bool {
	if base == "" {
		return true
	}
	address, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := address.Hostname()
	return host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com")
}

// generation is that of a model: gpt-5.6-terra is 5.6, gpt-4o is 4.0.
type generation struct{ major, minor int }

func (g generation) since(major, minor int) bool {
	return g.major > major || g.major == major && g.minor >= minor
}

// generationOf reads a generation out of a model's name; that of a fine-tuned model stands behind "ft:".
func generationOf(model string) (generation, bool) {
	m := regexp.MustCompile(`^(?:ft:)?gpt-(\d{1,4})(?:\.(\d{1,4}))?`).FindStringSubmatch(model)
	if m == nil {
		return generation{}, false
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2]) // 0 where there is none
	return generation{major, minor}, true
}

// refused tells whether an endpoint does not take this road, rather than what was asked by it.
//
// Sources: GoogleChromeLabs/webmcp-tools#417 ("To use function tools, use /v1/responses"), openai/codex#1346 ("only supported in
// v1/responses"), Wei-Shaw/sub2api#885 ("/v1/chat/completions is not supported. Please use /v1/responses"), langchain-ai/langchain-azure#228
// and Azure-Samples/azure-search-openai-demo-csharp#158 ("The chatCompletion operation does not work with the specified model").
func (r Road) refused(err error) bool {
	told, ok := errors.AsType[*llm.StatusError](err)
	if !ok || !slices.Contains([]int{400, 404, 405, 410, 422, 501}, told.Code) {
		return false
	}
	said := strings.ToLower(told.Message)
	names := []string{"v1/responses", "use the responses api", "chatcompletion operation does not work"}
	if r == RoadResponses {
		names = []string{"v1/chat/completions", "use the chat completions api", "responses operation does not work", "responses api is not"}
	}
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(said, name) }) || told.Code != 400 && told.Code != 422 && nowhere(said)
}

// nowhere tells whether a refusal means that there is nothing at the address, rather than no such model there.
//
// Sources: QuantumNous/new-api#885 and ChatGPTNextWeb/NextChat#423 ("Invalid URL (POST …)"), InternLM/MindSearch#150 ("Unknown request
// URL"), sigoden/aichat#1100 ("404 page not found"), xtekky/gpt4free#2980 ("Not Found"), lmstudio-ai/lmstudio-bug-tracker#190 ("Unexpected
// endpoint or method").
func nowhere(said string) bool {
	if strings.Contains(said, "model") || strings.Contains(said, "deployment") {
		return false
	}
	return said == "" || regexp.MustCompile(
		`not found|invalid url|unknown (?:request )?url|unknown_url|cannot post|no (?:such )?route|unexpected endpoint|method not allowed|not implemented|unsupported legacy protocol|<html`,
	).MatchString(said)
}
