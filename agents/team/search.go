package team

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/agents/search"
	"github.com/aisteam/aisteam/agents/tools"
)

// Bounds of what a model is offered at once. They are the same however many tools there are, so that a prompt is about as long with ten of
// them as with five thousand.
const (
	MostFound  = 8 // by what people say
	MostPinned = 6 // that are offered in any case
	mostOfOne  = 5 // of what is found, from one source where others have something, too: no source crowds out the rest
)

// finder looks for tools by words.
type finder struct {
	tools  []tools.Tool // by name
	source map[string]string
	index  *search.Index
}

// finderOf makes the finder of the tools, which the packs bring.
func finderOf(registry *tools.Registry, packs []tools.Pack) *finder {
	f := &finder{tools: registry.All(), source: map[string]string{}}
	for _, p := range packs {
		for _, t := range p.Tools {
			f.source[t.Name] = p.Name
		}
	}
	documents := make([]search.Document, len(f.tools))
	for i, t := range f.tools {
		documents[i] = documentOf(t)
	}
	f.index = search.New(documents)
	return f
}

// documentOf is what a tool says of itself, by how much it tells of when the tool is wanted.
func documentOf(t tools.Tool) search.Document {
	return search.Document{
		{Words: t.Name, Weight: 3},
		{Words: t.Label, Weight: 3},
		{Words: strings.Join(t.Nouns, " "), Weight: 3},
		{Words: strings.Join(t.Examples, " "), Weight: 2},
		{Words: strings.Join(t.Verbs, " "), Weight: 1.5},
		{Words: t.Description, Weight: 1},
		{Words: strings.Join(tools.Properties(t.Arguments), " "), Weight: 0.5},
	}
}

// Search gives the tools that have to do with the words, of those that may be used: at most [MostFound], those first that have most.
func (t *Team) Search(words string, may func(tools.Tool) bool) []tools.Tool {
	var out, crowding []tools.Tool
	from := map[string]int{}
	for _, hit := range t.finder.index.Rank(words) {
		tool := t.finder.tools[hit.Document]
		source := t.finder.source[tool.Name]
		switch {
		case !may(tool):
		case from[source] == mostOfOne:
			crowding = append(crowding, tool)
		default:
			from[source]++
			out = append(out, tool)
		}
		if len(out) == MostFound {
			return out
		}
	}
	return append(out, crowding[:min(len(crowding), MostFound-len(out))]...)
}

// Offer gives the tools that a model is offered for the words, in the order of their names: those that are pinned, those that the words name,
// those that are found, and the ones that go with them. Where the words find less than [MostFound], others are there in their place: a word
// that no tool knows may be in a language that the model reads.
func (t *Team) Offer(words string, pinned []string, may func(tools.Tool) bool) []tools.Tool {
	var out []tools.Tool
	has := func(name string) bool {
		return slices.ContainsFunc(out, func(o tools.Tool) bool { return o.Name == name })
	}
	add := func(most int, tool tools.Tool) {
		if len(out) < most && !has(tool.Name) && may(tool) {
			out = append(out, tool)
		}
	}
	found := t.Search(words, may)
	with := slices.Concat(pinned, named(words))
	for _, tool := range found {
		with = append(with, tool.With...)
	}
	for _, name := range with {
		if tool, known := t.tools.Get(name); known {
			add(MostPinned, tool)
		}
	}
	most := len(out) + MostFound
	for _, tool := range found {
		add(most, tool)
	}
	for _, tool := range t.finder.tools {
		if len(out) == most {
			break
		}
		add(most, tool)
	}
	slices.SortFunc(out, func(a, b tools.Tool) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// named are the words that could be a tool's name: they are joined as nobody joins words.
func named(words string) []string {
	return slices.DeleteFunc(strings.FieldsFunc(words, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), func(w string) bool { return !strings.Contains(w, "_") })
}
