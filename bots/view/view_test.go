package view_test

import (
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardkit"
	"github.com/aisteam/aisteam/internal/cardpress"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestEveryBodyInEveryStatusSaysWhatWasAgreed(t *testing.T) {
	bodies := map[string]string{}
	for _, l := range cardkit.Logs("Words & *more*", 3) {
		if card, ok := l.Card(); ok {
			if text := plain(view.Of(card, view.Reader{})); text != nothing {
				bodies[l.Name] = text
			}
		}
	}
	for name, v := range cardpress.Sections("Words & *more*") {
		bodies[name] = plain(v)
	}
	cardkit.Agreed(t, "view", bodies, *update)
}

// nothing is what a person's own words say as a view.
const nothing = " \n"

func TestEveryCardSaysWhatWasAgreed(t *testing.T) {
	said := map[string]string{}
	for name, card := range cardkit.Samples("<!channel>") {
		said["card_"+name] = plain(view.Of(card, view.Reader{}))
	}
	for name, text := range said {
		golden(t, name, text)
	}
	kept, _ := filepath.Glob(filepath.Join("testdata", "*.txt"))
	for _, file := range kept {
		if _, ok := said[strings.TrimSuffix(filepath.Base(file), ".txt")]; !ok {
			t.Errorf("%s is the golden of nothing", file)
		}
	}
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if text == nothing {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s has a golden and says nothing", name)
		}
		return
	}
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(string(want), text); d != "" {
		t.Errorf("%s (-agreed +said): %s", name, d)
	}
}

// Whatever text a view holds, a surface may show: none of it leads to a host that models may not lead to.
func TestNothingThatAViewSaysLeadsWhereModelsMayNot(t *testing.T) {
	for name, card := range luring("See https://evil.example/login or https://panel.example/x.") {
		v := view.Of(card, view.Reader{Hosts: []string{"panel.example"}})
		if reflect.DeepEqual(v, view.View{}) {
			continue
		}
		all := strings.Join(texts(reflect.ValueOf(v)), "\n")
		if strings.Contains(all, "://evil.example") {
			t.Errorf("%s leads to another host: %s", name, all)
		}
		if !strings.Contains(all, "https://panel.example/x") {
			t.Errorf("%s lost the address of an allowed host: %s", name, all)
		}
		inert := strings.Join(texts(reflect.ValueOf(view.Of(card, view.Reader{Inert: true}))), "\n")
		if !strings.Contains(inert, "https://evil.example/login") {
			t.Errorf("%s is changed for a surface that makes links of nothing: %s", name, inert)
		}
	}
}

// luring are the lures, and the cards that have none from what is said in their bodies: one that comes new is held here too.
func luring(address string) map[string]bots.Card {
	all := cardkit.Lures(address)
	known := map[reflect.Type]bool{}
	for _, c := range all {
		known[reflect.TypeOf(c)] = true
	}
	for _, l := range cardkit.Logs(address, 2) {
		if c, ok := l.Card(); ok && !known[reflect.TypeOf(c)] {
			all["the body "+l.Name] = c
		}
	}
	return all
}

// texts are all texts of a value, however deep.
func texts(v reflect.Value) []string {
	var out []string
	switch v.Kind() { //nolint:exhaustive // the others hold no text
	case reflect.String:
		out = append(out, v.String())
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, texts(v.Index(i))...)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			out = texts(v.Elem())
		}
	case reflect.Struct:
		if s, ok := reflect.TypeAssert[assistant.Sentence](v); ok {
			return theirs(s)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out = append(out, texts(v.Field(i))...)
			}
		}
	}
	return out
}

// theirs is what others wrote in a sentence.
func theirs(s assistant.Sentence) []string {
	if s.Key() == "" {
		return []string{s.String()}
	}
	var out []string
	for _, a := range s.Args() {
		switch a := a.(type) {
		case string:
			out = append(out, a)
		case assistant.Sentence:
			out = append(out, theirs(a)...)
		}
	}
	return out
}

// TestAnOpenCardSaysHowToDecideAndAClosedOneOffersNothing: but to be asked once more, where it was left undone.
func TestAnOpenCardSaysHowToDecideAndAClosedOneOffersNothing(t *testing.T) {
	for _, l := range cardkit.Logs("words", 3) {
		card, ok := l.Card()
		if !ok {
			continue
		}
		v := view.Of(card, view.Reader{})
		matter := slices.DeleteFunc(v.Actions(), func(a view.Action) bool { return a.Do == view.RateGood || a.Do == view.RateBad })
		if (len(matter) > 0) != (v.InWords != "") {
			t.Errorf("%s: %d actions, and in words %q", l.Name, len(matter), v.InWords)
		}
		again := slices.DeleteFunc(slices.Clone(v.Actions()), func(a view.Action) bool { return a.Do == view.Retry })
		if open, asks := card.(interface{ Open() bool }); asks && open.Open() != (len(again) > 0) {
			t.Errorf("%s: open is %v, and it has %d actions", l.Name, open.Open(), len(again))
		}
	}
}

func TestOptionsThatASurfaceHasNoRoomForAreAskedInTheForm(t *testing.T) {
	asked, _ := view.Find[view.Actions](view.Of(cardkit.Samples("")["clarification_select"], view.Reader{}))
	of := func(as []view.Action) (out []view.Do) {
		for _, a := range as {
			out = append(out, a.Do)
		}
		return out
	}
	if got := of(asked.Offered(30)); !slices.Equal(got, []view.Do{view.Choose}) {
		t.Errorf("with room for all it offers %v", got)
	}
	if got := of(asked.Offered(29)); !slices.Equal(got, []view.Do{view.Fill}) {
		t.Errorf("without it offers %v", got)
	}
}

func TestAReminderSpeaksToAPersonOnlyOfWhatIsTheirs(t *testing.T) {
	card, _ := cardkit.Samples("")["reminder"].(bots.ReminderCard)
	for _, c := range []struct {
		theirs, decides, question bool
		says                      string
	}{
		{true, true, true, "Your answer is still awaited"},
		{true, true, false, "Your decision is still waiting"},
		{true, false, false, "A decision is still waiting"},
		{false, true, true, "An answer is still awaited"},
	} {
		card.Decides, card.Question = c.decides, c.question
		if got := view.Remind(card, view.Reader{}, bots.Calling{Theirs: c.theirs}).Label; got != c.says {
			t.Errorf("%+v: it says %q", c, got)
		}
	}
}

// TestNoCardTellsWhatOnlyOperatorsCanMend: a thread is read by everybody in it.
func TestNoCardTellsWhatOnlyOperatorsCanMend(t *testing.T) {
	p := assistant.Problem{Message: assistant.Say("The model does not let us in."), Recovery: assistant.Say("Try again later."), Mend: assistant.Say("Check the key."), Retry: true}
	for _, body := range []assistant.Body{
		assistant.Failed{Problem: p},
		assistant.RunStarted{Run: assistant.Run{ID: "r"}, Tasks: []assistant.Task{{ID: "t", Run: "r", Group: "A"}}},
	} {
		ms := []assistant.Message{{Seq: 1, ID: "m", Run: "r", Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: body}}
		if started, ok := body.(assistant.RunStarted); ok {
			ms = append(ms, assistant.Message{Seq: 2, Run: "r", Kind: assistant.KindStatus, Body: assistant.TaskFinished{Run: "r", Task: started.Tasks[0].ID, Status: assistant.TaskFailed, Problem: &p}})
		}
		card, ok := bots.Fold(assistant.SlotOf(ms[0]), ms, bots.NewNames(nil, nil, assistant.Settings{}))
		if said := plain(view.Of(card, view.Reader{})); !ok || !strings.Contains(said, p.Message.String()) || strings.Contains(said, p.Mend.String()) {
			t.Errorf("%s says\n%s", body.Type(), said)
		}
	}
}
