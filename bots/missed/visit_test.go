package missed_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/missed"
)

// channel is a place whose ids are words of the same length.
type channel struct {
	words map[string]string // what it holds, by id
	most  int               // messages that one reading gives
	reads []string
	err   error
}

func id(n int) string { return fmt.Sprintf("%04d", n) }

func (c *channel) Newer(id, than string) bool { return id > than }

func (c *channel) Before(k missed.Known) string {
	var n int
	_, _ = fmt.Sscanf(k.ID, "%d", &n)
	return id(n - 1)
}

func (c *channel) Read(_ context.Context, after string) ([]missed.There[string], bool, error) {
	c.reads = append(c.reads, after)
	var all []missed.There[string]
	for id := range c.words {
		if id > after {
			all = append(all, missed.There[string]{ID: id, Message: c.words[id]})
		}
	}
	slices.SortFunc(all, func(x, y missed.There[string]) int { return strings.Compare(x.ID, y.ID) })
	if len(all) > c.most {
		all = all[:c.most]
		return all, false, c.err
	}
	slices.Reverse(all) // as platforms give it
	return all, true, c.err
}

func (c *channel) Became(_ context.Context, k missed.Known, words string) (assistant.Change, error) {
	if words != k.Text {
		return assistant.ChangeEdited, nil
	}
	return assistant.ChangeSaid, nil
}

func (c *channel) Missing(_ context.Context, k missed.Known, read missed.Window) (assistant.Change, string, error) {
	if k.ID > read.After && (read.Whole || k.ID < read.Last) {
		return assistant.ChangeDeleted, "", nil
	}
	return assistant.ChangeSaid, "", nil
}

func known(n int, words string) missed.Known {
	return missed.Known{ID: id(n), Inbound: assistant.Inbound{ExternalID: id(n), Text: words}}
}

func told(all []missed.Found[string]) []string {
	var out []string
	for _, f := range all {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.What, f.Known.ID, f.Message)))
	}
	return out
}

func TestWhatChangedComesBeforeWhatIsNew(t *testing.T) {
	c := &channel{most: 100, words: map[string]string{id(1): "blue", id(3): "three, really", id(5): "five", id(6): "six"}}
	got, whole, err := missed.Visit(t.Context(), c, id(4), []missed.Known{known(1, "blue"), known(2, "two"), known(3, "three")})
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	want := []string{"deleted 0002", "edited 0003 three, really", "said  five", "said  six"}
	if d := cmp.Diff(want, told(got)); d != "" || len(c.reads) != 1 || c.reads[0] != id(0) {
		t.Errorf("%s, read after %v", d, c.reads)
	}
}

// Where the known messages leave no room for what is new, that is looked for by itself; nothing is said of what was not read.
func TestMuchLeavesRoomForWhatIsNew(t *testing.T) {
	c := &channel{most: 3, words: map[string]string{id(1): "a", id(2): "b", id(3): "c", id(8): "new"}}
	got, whole, err := missed.Visit(t.Context(), c, id(7), []missed.Known{known(1, "a"), known(5, "not read, so nobody knows")})
	if err != nil || !whole {
		t.Fatal(whole, err)
	}
	if d := cmp.Diff([]string{"said  new"}, told(got)); d != "" || !slices.Equal(c.reads, []string{id(0), id(7)}) {
		t.Errorf("%s, read after %v", d, c.reads)
	}
}

func TestAReadingThatFailsFindsNothing(t *testing.T) {
	c := &channel{most: 3, words: map[string]string{id(1): "a"}, err: errors.New("away")}
	if got, whole, err := missed.Visit(t.Context(), c, id(0), nil); !errors.Is(err, c.err) || whole || got != nil {
		t.Errorf("%v %v %v", got, whole, err)
	}
}

// Whatever happens in a channel meanwhile, afterwards it is known as it is: what is found brings what is known to what is there.
func TestWhatIsFoundMakesItKnownAsItIs(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		there, mind := map[string]string{}, map[string]string{}
		var of []missed.Known
		n := r.IntN(20)
		for i := range n {
			words := fmt.Sprint("w", i)
			there[id(i+1)] = words
			mind[id(i+1)] = words
			of = append(of, known(i+1, words))
		}
		for range r.IntN(15) {
			switch i := id(1 + r.IntN(n+1)); r.IntN(3) {
			case 0:
				delete(there, i)
			case 1:
				if _, ok := there[i]; ok {
					there[i] += "!"
				}
			default:
				there[id(n+1+r.IntN(20))] = "new"
			}
		}
		all, whole, err := missed.Visit(t.Context(), &channel{most: 100, words: there}, id(n), of)
		if err != nil || !whole {
			t.Fatal(whole, err)
		}
		news := 0
		for _, f := range all {
			switch f.What {
			case assistant.ChangeDeleted:
				delete(mind, f.Known.ID)
			case assistant.ChangeEdited:
				mind[f.Known.ID] = f.Message
			case assistant.ChangeSaid:
				news++
			}
		}
		for i := range there {
			if i > id(n) {
				mind[i] = there[i]
				news--
			}
		}
		if d := cmp.Diff(there, mind); d != "" || news != 0 {
			t.Fatalf("seed %d: %s, %d too many", seed, d, news)
		}
	}
}

func TestOfWhatWasHeardOnlyWhatCountsIsComparedTheOldestFirst(t *testing.T) {
	in := func(n int, what assistant.Change) assistant.Inbound {
		return assistant.Inbound{ExternalID: id(n), Change: what}
	}
	heard := []assistant.Inbound{in(5, assistant.ChangeSaid), in(4, assistant.ChangeDeleted), in(3, assistant.ChangeEdited), in(2, assistant.ChangeSaid), in(1, assistant.ChangeSaid)}
	got := missed.Of(heard, 2, func(in assistant.Inbound) string {
		if in.ExternalID == id(5) {
			return "" // said by other means
		}
		return in.ExternalID
	})
	if len(got) != 2 || got[0].ID != id(2) || got[1].ID != id(3) {
		t.Errorf("%+v", got)
	}
}
