package llm_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm"
)

// named is a script of a provider.
type named struct {
	*script

	provider string
}

func (n named) Info() llm.Info { return llm.Info{Provider: n.provider, Model: n.name} }

// two are a client of two providers, whose plays are given.
func two(t *testing.T, first, second []play) (*llm.Client, *script, *script, *meter) {
	t.Helper()
	a, b, m := &script{name: "a", plays: first}, &script{name: "b", plays: second}, &meter{}
	return client(t, named{a, "openai"}, func(c *llm.Config) { c.Second, c.Meter = named{b, "gemini"}, m }), a, b, m
}

func refusal(code int, words string) error {
	return &llm.StatusError{Provider: "openai", Code: code, Message: words}
}

// TestAnotherProviderAnswersWhileTheFirstCannotBeHad: at once, and the reply says in whose stead. What the first refuses because of
// what it was asked is refused; a reply that makes no sense is asked for again where it came from.
func TestAnotherProviderAnswersWhileTheFirstCannotBeHad(t *testing.T) {
	for name, c := range map[string]struct {
		first   error
		instead string
	}{
		"a fault":             {refusal(503, "down"), "openai"},
		"unreachable":         {refusal(0, "no route"), "openai"},
		"too many requests":   {refusal(429, "slow down"), "openai"},
		"no credit":           {refusal(402, "pay"), "openai"},
		"a key that is taken": {refusal(401, "no"), "openai"},
		"a model that ended":  {refusal(404, "gone"), "openai"},
		"a bad request":       {refusal(400, "the schema is wrong"), ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			c2, a, b, m := two(t, []play{fails(c.first)}, []play{says("hello")})
			began := time.Now()
			reply, err := c2.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
			if reply.Instead != c.instead || (err == nil) != (c.instead != "") || len(a.asked) != 1 || len(b.asked) != len(m.instead) || time.Since(began) > 0 {
				t.Errorf("%s: %+v, %v; asked %d and %d times in %s, counted %v", name, reply, err, len(a.asked), len(b.asked), time.Since(began), m.instead)
			}
			if c.instead != "" && (reply.Info.Provider != "gemini" || m.instead[0] != "gemini for openai") {
				t.Errorf("%s: %+v counted as %v", name, reply.Info, m.instead)
			}
		})
	}
}

// TestNobodyWaitsAnewForAProviderThatIsAway: for a while it is not asked first; then one request tries it, and while that waits the
// others do not. When it answers again, it is asked first.
func TestNobodyWaitsAnewForAProviderThatIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := fails(refusal(503, "down"))
		c, a, b, _ := two(t, []play{down, down, says("back")}, []play{says("hello")})
		ask := func() (by string) {
			reply, err := c.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return reply.Info.Model
		}
		var got [][]int
		step := func(wait time.Duration) {
			time.Sleep(wait)
			ask()
			got = append(got, []int{len(a.asked), len(b.asked)})
		}
		step(0)                // the first is away
		step(14 * time.Second) // it is left alone
		step(2 * time.Second)  // it is tried, and still away
		step(29 * time.Second) // twice as long
		step(2 * time.Second)  // it is back
		step(0)
		if diff := cmp.Diff([][]int{{1, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 4}, {4, 4}}, got); diff != "" {
			t.Error(diff)
		}
	})
}

// TestWhereBothAreAwayThePersonIsToldOnce: within the attempts that there are, in turn.
func TestWhereBothAreAwayThePersonIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, a, b, _ := two(t, []play{fails(refusal(503, "down"))}, []play{fails(refusal(503, "down as well"))})
		_, err := c.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, nil)
		if !errors.Is(err, llm.ErrOverloaded) || len(a.asked) != 2 || len(b.asked) != 2 {
			t.Errorf("%v after %d and %d attempts", err, len(a.asked), len(b.asked))
		}
	})
}

// TestATextThatBreaksOffIsBegunAnewElsewhere: whoever reads along is told that it begins again.
func TestATextThatBreaksOffIsBegunAnewElsewhere(t *testing.T) {
	c, _, _, _ := two(t, []play{saysThenFails("It is ", refusal(503, "down"))}, []play{says("It is noon.")})
	var shown []string
	reply, err := c.Ask(t.Context(), llm.Request{Purpose: llm.PurposeAnswer}, func(s string) { shown = append(shown, s) })
	if err != nil || reply.Text() != "It is noon." {
		t.Fatal(reply, err)
	}
	if diff := cmp.Diff([]string{"It is ", llm.Anew, "It is noon."}, shown); diff != "" {
		t.Error(diff)
	}
}
