package llm

import (
	"regexp"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/assistant"
)

// Sights is told what became of models that were asked for, by their providers' own answers. It does not keep whoever asked waiting.
type Sights interface {
	// ModelAnswered: it answered, or, where another is named, that one did in its place.
	ModelAnswered(asked Info, another string)
	// ModelMissing: the provider knows no such model, or none for our key.
	ModelMissing(asked Info)
}

// sighted tells of a model that was asked once.
func (c *Client) sighted(asked Info, r Reply, err error) {
	switch {
	case c.config.Sights == nil || asked.Rehearsal:
	case err == nil && Strayed(asked, r.Served):
		c.config.Sights.ModelAnswered(asked, ModelName(r.Served))
	case err == nil:
		c.config.Sights.ModelAnswered(asked, "")
	case outcome(err) == OutcomeModel:
		c.config.Sights.ModelMissing(asked)
	}
}

// ModelName is a model's name without what providers put around it: "models/gemini-3.8-flash", "openai/gpt-6-luna".
func ModelName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	return name[strings.LastIndexByte(name, '/')+1:]
}

var (
	// vendors' are the names of the models of the three vendors. What other servers call what they serve says nothing.
	vendors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(gpt-\d|o\d|chatgpt-|gemini-|claude-)`) })
	// dated is what a snapshot's name has more than that of its model: a date, or the number of a version.
	dated = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(-\d{4}-\d{2}-\d{2}|-\d{8}|-\d{4}|-\d{3}|-\d{2}-\d{4}|-\d{2}-\d{2}|:[a-z0-9._-]+)$`)
	})
)

// Strayed tells whether the model that a provider names as the one that answered is another than was asked. A dated snapshot of a
// model is that model, and whoever asks for a name that only points to one ("-latest") has asked for what it points to.
func Strayed(asked Info, served string) bool {
	name, by := ModelName(asked.Model), ModelName(served)
	if asked.Provider == assistant.ProviderAzure || !vendors().MatchString(name) || !vendors().MatchString(by) { // Azure's are names of deployments
		return false
	}
	if stem, points := strings.CutSuffix(name, "-latest"); points || stem == name && strings.HasSuffix(name, "-0") {
		return false
	}
	longer, more := strings.CutPrefix(by, name)
	shorter, less := strings.CutPrefix(name, by)
	return by != name && (!more || !dated().MatchString(longer)) && (!less || !dated().MatchString(shorter))
}
