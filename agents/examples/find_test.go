package examples_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/assistant"
)

// notes is a book of two tools in four languages: one makes notes, one throws them away.
func notes(tb interface{ Fatal(args ...any) }) *examples.Book {
	b := examples.New(examples.Of{Tool: "make", Examples: []examples.Example{{
		Words: examples.Words{
			assistant.English: {"create note [called|:] {title}", "… in {color}", "… for {at}"},
			assistant.German:  {"erstelle Notiz namens {title}", "… in {color}"},
			assistant.French:  {"crée note appelée {title}", "… en {color}"},
			assistant.Spanish: {"crea nota llamada {title}", "… en {color}"},
		},
		Slots: []examples.Slot{{Name: "title"}, {Name: "at", Kind: examples.When}, {Name: "color", Kind: examples.Choice, Values: map[string]string{
			"yellow": "y", "gelb": "y", "jaune": "y", "amarillo": "y",
		}}},
		Arguments: `{"title": "{title}", "color": "{color}"}`,
	}}}, examples.Of{Tool: "discard", Examples: []examples.Example{{
		Words: examples.Words{assistant.English: {"remove note {title}"}, assistant.German: {"lösche Notiz {title}"}, assistant.French: {"supprime note {title}"}, assistant.Spanish: {"elimina nota {title}"}},
		Slots: []examples.Slot{{Name: "title"}}, Arguments: `{"title": "{title}"}`,
	}}})
	if err := b.Wrong(); err != nil {
		tb.Fatal(err)
	}
	return b
}

// way is how people put a request: what comes before it, its verb, what stands between and behind.
type way struct {
	before, verbs, between, after, color []string
}

func ways() map[assistant.Language]way {
	return map[assistant.Language]way{
		assistant.English: {[]string{"", "please ", "Could you ", "Hans, can you please ", "we should "}, []string{"create", "make", "add", "write"}, []string{" a note called ", " the note named "}, []string{"", " please", ", thanks", "!"}, []string{"", " in yellow"}},
		assistant.German:  {[]string{"", "Bitte ", "kannst du "}, []string{"erstelle", "mach", "schreibe"}, []string{" eine Notiz namens ", " bitte eine Notiz mit dem Titel "}, []string{"", " bitte", "."}, []string{"", " in gelb"}},
		assistant.French:  {[]string{"", "Peux-tu ", "s'il te plaît, "}, []string{"crée", "créez", "ajoute"}, []string{" une note appelée ", " une note intitulée "}, []string{"", " s'il vous plaît", " !"}, []string{"", " en jaune"}},
		assistant.Spanish: {[]string{"", "Por favor, ", "¿Puedes "}, []string{"crea", "crear", "añade"}, []string{" una nota llamada ", " una nota titulada "}, []string{"", " por favor", "."}, []string{"", " en amarillo"}},
	}
}

// slipped is a word of at least six letters with one slip inside: two letters swapped, or one left out.
func slipped(t *rapid.T, word string) string {
	r := []rune(word)
	if len(r) < 6 || !rapid.Bool().Draw(t, "slip") {
		return word
	}
	i := rapid.IntRange(1, len(r)-3).Draw(t, "at")
	if rapid.Bool().Draw(t, "swap") {
		r[i], r[i+1] = r[i+1], r[i]
		return string(r)
	}
	return string(slices.Delete(r, i, i+1))
}

// TestWhatIsLikeAnExampleFillsItsSlotsExactly: however a request is put, and whatever a thing is called, in whatever script.
func TestWhatIsLikeAnExampleFillsItsSlotsExactly(t *testing.T) {
	b := notes(t)
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(assistant.Languages()).Draw(t, "language")
		w := ways()[l]
		title := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
			"Kestrel", "Zürich", "Ωmega", "Привет", "日本語", "ملاحظة", "Quartz", "7b", "Ñandú", "O’Hara", "Bö-Bö",
		}), 1, 4).Draw(t, "title"), " ")
		shown := title
		if rapid.Bool().Draw(t, "quoted") {
			shown = "“" + title + "”"
		}
		color := rapid.SampledFrom(w.color).Draw(t, "color")
		request := rapid.SampledFrom(w.before).Draw(t, "before") + slipped(t, rapid.SampledFrom(w.verbs).Draw(t, "verb")) +
			rapid.SampledFrom(w.between).Draw(t, "between") + shown + color + rapid.SampledFrom(w.after).Draw(t, "after")
		if rapid.Bool().Draw(t, "capital") {
			r := []rune(request)
			r[0] = unicode.ToUpper(r[0])
			request = string(r)
		}
		found := b.Find(request)
		if len(found) != 1 || found[0].Tool != "make" || len(found[0].Filled["title"]) != 1 || found[0].Filled["title"][0] != title {
			t.Fatalf("%q is read as %+v, want the title %q", request, found, title)
		}
		if got := found[0].Filled["color"]; (color != "") != slices.Equal(got, []string{"y"}) {
			t.Fatalf("%q: %q", request, got)
		}
	})
}

// TestWordsAboutOtherThingsAreLikeNothing: what has a word too much asks for something else, and so does what only has words in common.
func TestWordsAboutOtherThingsAreLikeNothing(t *testing.T) {
	b := notes(t)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{
			"note", "called", "a", "the", "about", "why", "nobody", "sings", "weather", "is", "Kestrel", "und", "warum", "nota", "pour", "sin", "in", "yellow",
		}), 0, 9).Draw(t, "words")
		if found := b.Find(strings.Join(words, " ")); found != nil {
			t.Fatalf("%q is read as %+v", words, found)
		}
		tail := rapid.SampledFrom([]string{"; nobody knows why it rains", " — quite unlike our weather, which sings"}).Draw(t, "tail")
		if found := b.Find("why did somebody create a note called Kestrel" + tail); found != nil {
			t.Fatalf("a question is read as %+v", found)
		}
	})
}

func TestSeveralClausesAreSeveralFindings(t *testing.T) {
	b := notes(t)
	for request, want := range map[string]string{
		"Create a note called Design and Build":                                       "make Design and Build",
		"Create a note called Jobs and remove the note Press":                         "make Jobs; discard Press",
		"Create a note called Jobs. The weather is fine. Then remove the note Press.": "make Jobs; discard Press",
		"create a note called Jobs, and let me know when it is there":                 "make Jobs",
		"Erstelle eine Notiz namens Team und lösche die Notiz Presse":                 "make Team; discard Presse",
		"create a note: Frost for 2026-12-01 09:00":                                   "make Frost 2026-12-01T09:00",
		"remove the note Press and paint the shed":                                    "discard Press and paint the shed",
	} {
		var got []string
		for _, f := range b.Find(request) {
			got = append(got, strings.TrimSpace(string(f.Tool)+" "+strings.Join(f.Filled["title"], "/")+" "+strings.Join(f.Filled["at"], "")))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q is %q, want %q", request, s, want)
		}
	}
}

func TestWhatIsPassedOverIsTold(t *testing.T) {
	found, beside := notes(t).Read("Create a note called Jobs. The weather is fine. Then remove the note Press.")
	if len(found) != 2 || !slices.Equal(beside, []string{"The weather is fine"}) {
		t.Errorf("beside %d findings it passes over %q", len(found), beside)
	}
	if _, beside := notes(t).Read("Create a note called Jobs, please. Thank you!"); len(beside) > 0 {
		t.Errorf("it passes over %q", beside)
	}
}

func TestWhatIsWrongWithAnExampleIsSaid(t *testing.T) {
	for form, x := range map[string]examples.Example{
		"no slot":     {Words: examples.Words{assistant.English: {"create {that}"}}},
		"bracket":     {Words: examples.Words{assistant.English: {"create [a note"}}},
		"no word":     {Words: examples.Words{assistant.English: {"{title}"}}, Slots: []examples.Slot{{Name: "title"}}},
		"arguments {": {Words: examples.Words{assistant.English: {"create note"}}, Arguments: "{"},
	} {
		b := examples.New(examples.Of{Tool: "make", Examples: []examples.Example{x}})
		if err := b.Wrong(); err == nil || !strings.Contains(err.Error(), form) || b.Find("create note") != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
}
