package vendors

import (
	"regexp"
	"slices"
	"strconv"
)

// claude is a model by its family and generation: 55 for 5.5.
type claude struct {
	family     string
	generation int
}

func claudeOf(name string) (claude, bool) {
	found := regexp.MustCompile(`^claude-(opus|sonnet|haiku|fable|mythos)-(\d)(?:-(\d))?(?:-\d{8})?$`).FindStringSubmatch(name)
	if found == nil {
		return claude{}, false
	}
	major, _ := strconv.Atoi(found[2])
	minor, _ := strconv.Atoi("0" + found[3])
	return claude{found[1], 10*major + minor}, true
}

func (c claude) grand() bool { return c.family == "fable" || c.family == "mythos" }

// from tells whether it is of a generation, as each family counts, or of a later one.
func (c claude) from(opus, sonnet, haiku, fable int) bool {
	least := map[string]int{"opus": opus, "sonnet": sonnet, "haiku": haiku, "fable": fable, "mythos": fable}
	return c.generation >= least[c.family]
}

// thinks are the types of thinking that it takes: platform.claude.com, Troubleshooting thinking, the table of models; What's new in
// Claude Opus 5.5, Sonnet 5.5 and Haiku 5.5 for those.
func (c claude) thinks() []string {
	switch {
	case c.grand(), c.family == "opus" && c.generation >= 55:
		return []string{"adaptive"}
	case c.family == "sonnet" && c.generation >= 55:
		return []string{"adaptive", "between_tools"}
	case c.from(47, 50, 55, 0):
		return []string{"adaptive", "disabled"}
	case c.from(46, 46, 55, 0):
		return []string{"adaptive", "disabled", "enabled"}
	default:
		return []string{"disabled", "enabled"}
	}
}

func (c claude) takes(thinking string) bool { return slices.Contains(c.thinks(), thinking) }

// thinksByItself tells whether it thinks where nothing is said of it (the same table, "Default").
func (c claude) thinksByItself() bool { return c.from(50, 50, 55, 0) }

// showsByItself: the text of thinking is given unless it is asked not to be (platform.claude.com, Thinking, "Controlling thinking
// display": omitted from Opus 4.7 and Sonnet 5 on).
func (c claude) showsByItself() bool { return !c.from(47, 50, 55, 0) }

// forced: tool_choice any and tool are taken (What's new in Claude Opus 5.5, which says it of Fable 5.1 too, and Sonnet 5.5).
func (c claude) forced() bool { return !c.from(55, 55, 100, 51) }

// samples: temperature and its like are taken (What's new in Claude Haiku 5.5; anchors: dropped from 4.7 on).
func (c claude) samples() bool { return !c.from(47, 50, 55, 0) }

// prefills: the last message may be the beginning of the reply (platform.claude.com, Errors, "Prefill not supported": not from 4.6 on).
func (c claude) prefills() bool { return !c.from(46, 46, 55, 0) }

// effort: output_config.effort is taken (TauricResearch/TradingAgents#831 and Oaklight/llm-rosetta#289: not by Haiku 4.5).
func (c claude) effort() bool { return c.from(45, 46, 55, 0) }

// formats: output_config.format is taken (platform.claude.com, Structured outputs: Sonnet 4.5, Opus 4.5, Haiku 4.5 and later).
func (c claude) formats() bool { return c.from(45, 45, 45, 0) }

// binds: a thinking block goes with all that stood before it (platform.claude.com, Preserved thinking; What's new in Claude Opus 5.5 and
// Sonnet 5.5; Claude Haiku 5.5 migration guide, "Keep earlier turns unchanged").
func (c claude) binds() bool { return c.from(55, 55, 55, 51) }

// reads tells whether it reads the thinking of another: those of its own and, up to the generation that binds, of earlier ones (What's
// new in Claude Sonnet 5.5, "Thinking blocks are tied to the model and the conversation").
func (c claude) reads(other claude) bool {
	return c == other || other.generation < 55 && !other.grand() && other.generation <= c.generation
}

// most is how many tokens a reply may have (platform.claude.com, Models overview, "Max output").
func (c claude) most() int {
	if c.from(46, 50, 55, 0) {
		return 128_000
	}
	return 64_000
}
