package panel

import (
	"fmt"
	"html/template"
	"reflect"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	cardview "github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func said(t *testing.T, c bots.Card) drawing {
	t.Helper()
	return drawing{ID: "slot-1", Card: c, Says: cardview.Of(c, cardview.Reader{Inert: true}), Hosts: []string{"shop.example"}, Zone: zone(t, "Europe/Berlin"), Conversation: "c1", In: wording.In(assistant.German)}
}

func morning() time.Time { return time.Date(2026, 11, 23, 8, 30, 0, 0, time.UTC) }

func person() bots.UserCard {
	return bots.UserCard{Message: "m1", Person: "Anna", Text: "**Hello** & <b>", Files: []assistant.File{{Name: "a.pdf"}}, At: morning()}
}

func agent() bots.AnswerCard {
	return bots.AnswerCard{
		Language: "de", Message: "m1", Conversation: "c1", Agent: bots.Speaker{ID: "chief", Called: "Hans", Avatar: "H"}, Text: "**Hello** [there](https://shop.example/x) & <b>",
		Files: []assistant.File{{Name: "a.pdf"}}, Note: "Nothing was changed.", Next: []string{"More"}, Handoffs: []string{"Hans passes on"}, At: morning(),
	}
}

// changed calls back with a value in which each field, however deep, is another than it was, one at a time.
func changed(t *testing.T, path string, v reflect.Value, with func(path string)) {
	t.Helper()
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	back := func() { v.Set(was) }
	if at, ok := reflect.TypeAssert[time.Time](v); ok {
		v.Set(reflect.ValueOf(at.Add(time.Minute)))
		with(path)
		back()
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int64:
		v.SetInt(v.Int() + 1)
	case reflect.Struct:
		for i := range v.NumField() {
			changed(t, path+"."+v.Type().Field(i).Name, v.Field(i), with)
		}
		return
	case reflect.Slice:
		of := reflect.MakeSlice(v.Type(), v.Len(), v.Len()) // what is changed is nobody else's
		reflect.Copy(of, v)
		v.Set(of)
		changed(t, path+"[0]", v.Index(0), with)
		v.Set(reflect.Append(of, of.Index(0)))
	default:
		t.Fatalf("%s is a %s: say how it changes", path, v.Kind())
	}
	with(path)
	back()
}

func TestWordsAreToldByAllThatTheirCardIsDrawnFrom(t *testing.T) {
	for name, d := range map[string]drawing{"a person's": said(t, person()), "an agent's": said(t, agent())} {
		first, ok := words(&d)
		if again, _ := words(&d); !ok || again != first {
			t.Fatalf("%s words are not told alike twice", name)
		}
		seen := map[pages.Of]string{first: "nothing"}
		tell := func(what string, d drawing) {
			of, _ := words(&d)
			if other, twice := seen[of]; twice {
				t.Errorf("of %s words %s is told as %s", name, what, other)
			}
			seen[of] = what
		}
		card := reflect.New(reflect.TypeOf(d.Card)).Elem()
		card.Set(reflect.ValueOf(d.Card))
		changed(t, "Card", card, func(path string) {
			other := d
			other.Card = card.Interface().(bots.Card)
			tell(path, other)
		})
		for what, change := range map[string]func(*drawing){
			"the element":                   func(d *drawing) { d.ID = "slot-2" },
			"another's conversation":        func(d *drawing) { d.Conversation = "c2" },
			"the language":                  func(d *drawing) { d.In = wording.In(assistant.French) },
			"a zone of another hour":        func(d *drawing) { d.Zone = zone(t, "Asia/Tokyo") },
			"the hosts that may be linked":  func(d *drawing) { d.Hosts = nil },
			"one more of them":              func(d *drawing) { d.Hosts = []string{"shop.example", "other.example"} },
			"somebody else's":               func(d *drawing) { d.Other = true },
			"the same letters in two hosts": func(d *drawing) { d.Hosts = []string{"shop.", "example"} },
		} {
			other := d
			change(&other)
			tell(what, other)
		}
	}
}

func TestWordsAreDrawnFromNothingElse(t *testing.T) {
	p, err := pages.New(pages.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for kind, d := range map[string]drawing{"user": said(t, person()), "answer": said(t, agent())} {
		whole := d
		whole.Now, whole.Mend, whole.Again, whole.Apart = morning().Add(time.Hour), assistant.Say("mend"), &again{"again", "m"}, true
		fresh, err := p.Draw("card-"+kind, whole)
		if err != nil {
			t.Fatal(err)
		}
		c := &cards{pages: p}
		for range 3 {
			v := slotView{ID: d.ID, Seq: 7, At: morning(), Kind: kind}
			if err := c.text(&v, &whole); err != nil || v.HTML != template.HTML(fresh) {
				t.Errorf("%s: %s\n%v, not\n%s", kind, v.HTML, err, fresh)
			}
			element, err := p.Draw("slot", slotView{ID: d.ID, Seq: 7, At: morning(), Kind: kind, HTML: template.HTML(fresh)})
			if err != nil || v.Whole != template.HTML(element) {
				t.Errorf("%s: %s\n%v, not\n%s", kind, v.Whole, err, element)
			}
		}
		moved := slotView{ID: d.ID, Seq: 8, At: morning(), Kind: kind}
		if err := c.text(&moved, &whole); err != nil || moved.Whole == "" || fmt.Sprint(moved.Whole) == fresh {
			t.Errorf("%s: %v", moved.Whole, err)
		}
		before := slotView{ID: d.ID, Seq: 7, At: morning(), Kind: kind}
		if err := c.text(&before, &whole); err != nil || before.Whole == moved.Whole {
			t.Errorf("one that stands elsewhere is drawn alike: %s", moved.Whole)
		}
	}
}

func TestOtherCardsAreDrawnAnew(t *testing.T) {
	for _, c := range []bots.Card{bots.PlanCard{}, bots.ApprovalCard{}, bots.RunCard{}, bots.ErrorCard{}, bots.ThinkingCard{}} {
		d := said(t, c)
		if _, ok := words(&d); ok {
			t.Errorf("%T is kept", c)
		}
	}
}
