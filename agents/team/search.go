package team

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/search"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// Bounds of what a model is offered at once. They are the same however many tools there are, so that a prompt is about as long with ten of
// them as with five thousand.
const (
	MostFound  = 8 // by what people say
	MostPinned = 6 // that are offered in any case
	mostAhead  = 3 // of what is found, so that what goes with it is offered
	mostOfOne  = 5 // of what is found, from one source where others have something, too: no source crowds out the rest
)

// Bounds of what the newest words surely mean, as scores of [search.Hit].
const (
	sure   = 0.3  // of the tool that has most to do with them: no others are offered in case these are meant
	beside = 0.16 // of the best's score: what has less is not offered beside it
)

// finder looks for tools by words.
type finder struct {
	tools   []tools.Tool // by name
	fillers []tools.Tool // the same, what people set for themselves last: who wants that says so
	index   *search.Index
	things  func() *search.Index // of what people ask for with the tools, by exactly these words
}

func finderOf(registry *tools.Registry) *finder {
	f := &finder{tools: registry.All(), fillers: registry.All()}
	slices.SortStableFunc(f.fillers, func(a, b tools.Tool) int {
		return cmp.Compare(rank(a), rank(b))
	})
	documents := make([]search.Document, len(f.tools))
	for i, t := range f.tools {
		documents[i] = documentOf(t)
	}
	f.index = search.New(documents)
	f.things = sync.OnceValue(func() *search.Index {
		things := make([]search.Document, len(f.tools))
		for i, t := range f.tools {
			things[i] = thingsOf(t)
		}
		return search.NewExact(things)
	})
	return f
}

// rank is where a tool stands among those that are offered because there is room.
func rank(t tools.Tool) int {
	if t.Class == assistant.ClassOwn {
		return 1
	}
	return 0
}

// thingsOf is what people ask for with a tool: as its examples call it or, of one that has none, as it is called itself. What they set
// for themselves is no thing.
func thingsOf(t tools.Tool) search.Document {
	if t.Class == assistant.ClassOwn {
		return search.Document{}
	}
	words := examples.Things(t.Examples)
	if len(t.Examples) == 0 {
		words = t.Name + " " + inAll(t.Label)
	}
	return search.Document{{Words: words, Weight: 1}}
}

// documentOf is what a tool says of itself, by how much it tells of when the tool is wanted.
//
// A tool of packs says in English what it is for by its nouns and verbs; what people set for themselves has none, and its forms say it.
func documentOf(t tools.Tool) search.Document {
	worded := assistant.Languages()
	if t.Class != assistant.ClassOwn {
		worded = worded[1:]
	}
	return search.Document{
		{Words: t.Name, Weight: 3},
		{Words: inAll(t.Label), Weight: 3},
		{Words: strings.Join(t.Nouns, " "), Weight: 3},
		{Words: inAll(examples.Offers(t.Examples)...) + " " + examples.Wordings(t.Examples, worded), Weight: 2},
		{Words: strings.Join(t.Verbs, " "), Weight: 1.5},
		{Words: t.Description, Weight: 1},
		{Words: strings.Join(tools.Properties(t.Arguments), " "), Weight: 0.5},
	}
}

// inAll are words of ours in every language that the team speaks: people look for a tool by their own.
func inAll(english ...string) string {
	var out []string
	for _, l := range assistant.Languages() {
		for _, one := range english {
			out = append(out, wording.In(l).Label(one))
		}
	}
	return strings.Join(out, " ")
}

// Search gives the tools that have to do with the words, of those that may be used: at most [MostFound], those first that have most.
func (t *Team) Search(words string, may func(tools.Tool) bool) []tools.Tool {
	out, _ := t.found(words, may, 0)
	return out
}

// found are they, without those whose score is less than that part of the best's, and the best's score.
func (t *Team) found(words string, may func(tools.Tool) bool, least float64) (out []tools.Tool, best float64) {
	var crowding []tools.Tool
	from := map[tools.Source]int{}
	for _, hit := range t.finder.index.Rank(words) {
		tool := t.finder.tools[hit.Document]
		switch {
		case !may(tool):
			continue
		case hit.Score < best*least:
			return out, best
		case from[tool.Source] == mostOfOne:
			crowding = append(crowding, tool)
		default:
			from[tool.Source]++
			out = append(out, tool)
		}
		best = max(best, hit.Score)
		if len(out) == MostFound {
			return out, best
		}
	}
	return append(out, crowding[:min(len(crowding), MostFound-len(out))]...), best
}

// OfferMeant is [Team.Offer] for whoever can look for more: where the newest words surely mean some tools, it gives no others beside these.
func (t *Team) OfferMeant(said, pinned []string, may func(tools.Tool) bool) []tools.Tool {
	if len(said) > 0 {
		if meant, best := t.found(said[0], may, beside); best >= sure {
			return t.offer(said, pinned, meant, nil, may)
		}
	}
	return t.Offer(said, pinned, may)
}

// Offer gives the tools that a model is offered for what was said, the newest first, in the order of their names: those that are pinned,
// those that the words name, those that they find, and the ones that go with them. Where the newest words find less than [MostFound], older
// ones fill the places, and then any others: a word that no tool knows may be in a language that the model reads.
func (t *Team) Offer(said, pinned []string, may func(tools.Tool) bool) []tools.Tool {
	var found []tools.Tool
	for _, words := range said {
		if len(found) < MostFound {
			found = append(found, t.Search(words, may)...)
		}
	}
	return t.offer(said, pinned, found, t.finder.fillers, may)
}

func (t *Team) offer(said, pinned []string, found, fillers []tools.Tool, may func(tools.Tool) bool) []tools.Tool {
	var out []tools.Tool
	add := func(most int, tool tools.Tool) {
		if len(out) < most && may(tool) && !slices.ContainsFunc(out, func(o tools.Tool) bool { return o.Name == tool.Name }) {
			out = append(out, tool)
		}
	}
	for _, name := range t.alwaysOffered(said, pinned, found) {
		if tool, known := t.tools.Get(name); known {
			add(MostPinned, tool)
		}
	}
	most := len(out) + MostFound
	for _, tool := range slices.Concat(found, fillers) {
		if len(out) == most {
			break
		}
		add(most, tool)
	}
	slices.SortFunc(out, func(a, b tools.Tool) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// alwaysOffered are the names of what is offered beside what is found: what the newest words name, what goes with what is found, and what is
// pinned.
func (t *Team) alwaysOffered(said, pinned []string, found []tools.Tool) []string {
	var out []string
	for _, words := range said[:min(len(said), 1)] {
		out = append(out, named(words)...)
	}
	for _, tool := range found[:min(len(found), mostAhead)] {
		out = append(out, tool.With...)
	}
	return append(out, pinned...)
}

// named are the words that could be a tool's name: they are joined as nobody joins words.
func named(words string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(words, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), func(w string) bool { return !strings.Contains(w, "_") })
}
