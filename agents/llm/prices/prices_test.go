package prices_test

import (
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/llm/prices"
	"github.com/aisteam/aisteam/assistant"
)

func listed(tb testing.TB) *prices.Table {
	tb.Helper()
	t, err := prices.Listed()
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// billed is a line of the bill by hand.
type billed struct {
	line   int
	at     time.Time
	model  string
	used   assistant.Usage
	terms  [][2]string // tokens × dollars
	micros int64
	known  bool
}

var (
	callLine = regexp.MustCompile(`^(\d{4}-\d\d-\d\d \d\d:\d\d)  (\S+)\s+((?:(?:input|cached|written|output) \d+\s+)+)(.*)$`)
	term     = regexp.MustCompile(`(\d+)×(\d+(?:\.\d+)?)`)
)

// bill reads testdata/bill.txt.
func bill(t *testing.T) (lines []billed, sum int64) {
	t.Helper()
	raw, err := os.ReadFile("testdata/bill.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.Split(string(raw), "\n") {
		if total, ok := strings.CutPrefix(text, "all of it: "); ok {
			if sum, err = strconv.ParseInt(total, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		m := callLine.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		b := billed{line: i + 1, model: m[2]}
		if b.at, err = time.Parse("2006-01-02 15:04", m[1]); err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(m[3])
		for j := 0; j < len(words); j += 2 {
			n, err := strconv.Atoi(words[j+1])
			if err != nil {
				t.Fatal(err)
			}
			*map[string]*int{"input": &b.used.Input, "cached": &b.used.Cached, "written": &b.used.CacheWritten, "output": &b.used.Output}[words[j]] = n
		}
		if m[4] != "not known" {
			b.known = true
			sumText, result, ok := strings.Cut(m[4], " = ")
			if b.micros, err = strconv.ParseInt(result, 10, 64); !ok || err != nil {
				t.Fatalf("line %d has no result: %s", i+1, text)
			}
			for p := range strings.SplitSeq(sumText, " + ") {
				of := term.FindStringSubmatch(p)
				if of == nil || of[0] != p {
					t.Fatalf("line %d: %q is no term", i+1, p)
				}
				b.terms = append(b.terms, [2]string{of[1], of[2]})
			}
		}
		lines = append(lines, b)
	}
	return lines, sum
}

// ceiling adds up the terms of a line exactly.
func (b billed) ceiling() int64 {
	sum := new(big.Rat)
	for _, t := range b.terms {
		n, _ := new(big.Rat).SetString(t[0])
		d, _ := new(big.Rat).SetString(t[1])
		sum.Add(sum, n.Mul(n, d))
	}
	up := new(big.Int).Add(sum.Num(), new(big.Int).Sub(sum.Denom(), big.NewInt(1)))
	return up.Div(up, sum.Denom()).Int64()
}

// TestTheTableComesToWhatABillByHandDoes: forty calls with cached, written and long input, on both sides of the days on which prices
// change, and of models that nobody knows the price of. The bill's own arithmetic is gone through as well.
func TestTheTableComesToWhatABillByHandDoes(t *testing.T) {
	table := listed(t)
	lines, sum := bill(t)
	if len(lines) != 40 {
		t.Fatalf("the bill has %d lines", len(lines))
	}
	var all, known int64
	for _, b := range lines {
		if b.known && b.ceiling() != b.micros {
			t.Errorf("line %d: by its own terms it is %d, not %d", b.line, b.ceiling(), b.micros)
		}
		got, ok := table.Cost(b.model, b.used, b.at)
		if got != b.micros || ok != b.known {
			t.Errorf("line %d, %s: the table says %d, %t; the bill %d, %t", b.line, b.model, got, ok, b.micros, b.known)
		}
		if all += got; ok {
			known++
		}
	}
	if all != sum || known != 37 {
		t.Errorf("%d lines come to %d, by hand to %d", known, all, sum)
	}
}

// TestTheSumIsExactAndNeverLessThanIsBilled: against rational numbers, for whatever a provider says that was used, and every price.
func TestTheSumIsExactAndNeverLessThanIsBilled(t *testing.T) {
	all := listed(t).Prices()
	rat := func(n, of int64) *big.Rat { return new(big.Rat).Mul(big.NewRat(n, 1), big.NewRat(of, 1_000_000)) }
	err := quick.Check(func(which uint16, input, cached, written, output uint32) bool {
		p := all[int(which)%len(all)]
		used := assistant.Usage{Input: int(input % 2_000_000), Output: int(output % 200_000)}
		used.Cached = int(cached) % (used.Input + 1)
		used.CacheWritten = int(written) % (used.Input - used.Cached + 1)
		rate := p.Rate
		if p.Above > 0 && used.Input > p.Above {
			rate = p.Long
		}
		exact := rat(int64(used.Input-used.Cached-used.CacheWritten), rate.Input)
		for _, part := range []*big.Rat{rat(int64(used.Cached), rate.Cached), rat(int64(used.CacheWritten), rate.Written), rat(int64(used.Output), rate.Output)} {
			exact.Add(exact, part)
		}
		over := new(big.Rat).Sub(big.NewRat(p.Cost(used), 1), exact)
		return over.Sign() >= 0 && over.Cmp(big.NewRat(1, 1)) < 0
	}, &quick.Config{MaxCount: 20_000})
	if err != nil {
		t.Error(err)
	}
}

// TestWhatAProviderCannotHaveMeantCostsNoLessThanNothing: negative numbers, more from the cache than there was, and numbers that no
// sum can hold.
func TestWhatAProviderCannotHaveMeantCostsNoLessThanNothing(t *testing.T) {
	const most = int(^uint(0) >> 1)
	p := prices.Price{Rate: prices.Rate{Input: 1e9, Cached: 1e9, Written: 1e9, Output: 1e9}}
	for _, c := range []struct {
		used assistant.Usage
		want int64
	}{
		{assistant.Usage{Input: -5, Cached: -5, Output: -1}, 0},
		{assistant.Usage{Input: 10, Cached: 25, CacheWritten: 30}, 10_000},
		{assistant.Usage{Input: 10, Cached: -25, CacheWritten: 4}, 10_000},
		{assistant.Usage{Input: most, Cached: most, CacheWritten: most, Output: most}, 2_000_000_000_000},
	} {
		if got := p.Cost(c.used); got != c.want {
			t.Errorf("%+v costs %d, not %d", c.used, got, c.want)
		}
	}
}

// TestTheLongestNameCountsAndAnUnlistedSiblingHasNoPrice: what a snapshot is called is the same model, what goes on in words is another.
func TestTheLongestNameCountsAndAnUnlistedSiblingHasNoPrice(t *testing.T) {
	table, err := prices.Read("t", []byte(header+`
gpt-5,o,,1,,,1,,,,,,s
gpt-5-mini,o,,2,,,2,,,,,,s
own-*,o,,3,,,3,,,,,,s
own-large,o,,4,,,4,,,,,,s
own-large*,o,,5,,,5,,,,,,s
`))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for _, model := range []string{
		"gpt-5", "GPT-5", "gpt-5-2025-08-07", "gpt-5-latest", "gpt-5@20250807", "gpt-5-mini", "gpt-5-mini-2025-08-07", "own-small", "own-large", "own-larger",
		"gpt-5-pro", "gpt-5.1", "gpt-50", "gpt-", "openai/gpt-5", "", "own",
	} {
		if p, ok := table.Find(model, time.Now()); ok {
			got[model] = p.Rate.Input / 1_000_000
		}
	}
	want := map[string]int64{
		"gpt-5": 1, "GPT-5": 1, "gpt-5-2025-08-07": 1, "gpt-5-latest": 1, "gpt-5@20250807": 1, "gpt-5-mini": 2, "gpt-5-mini-2025-08-07": 2,
		"own-small": 3, "own-large": 4, "own-larger": 5,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestAPriceHoldsFromItsDayUntilTheNext, and the first one before its day, too: a clock that is behind makes no budget blind.
func TestAPriceHoldsFromItsDayUntilTheNext(t *testing.T) {
	table, err := prices.Read("t", []byte(header+"\nm,o,2026-06-01,2,,,2,,,,,,s\nm,o,2026-01-01,1,,,1,,,,,,s\nm,o,2026-12-01,3,,,3,,,,,,s\n"))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]int64{"2000-01-01T00:00:00Z": 1, "2026-05-31T23:59:59Z": 1, "2026-06-01T00:00:00Z": 2, "2026-12-01T00:00:00+02:00": 2, "2026-12-01T00:00:00Z": 3, "2126-01-01T00:00:00Z": 3} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := table.Find("m", moment); !ok || p.Rate.Input != want*1_000_000 {
			t.Errorf("at %s: %+v", at, p)
		}
	}
}

// TestATableOfOnesOwnStandsOverTheListedOne for the names that it has, with all of their dates.
func TestATableOfOnesOwnStandsOverTheListedOne(t *testing.T) {
	own, err := prices.Read("own.csv", []byte(header+"\ngemini-4-argon,google,,1.5,0.05,,7,,,,,,our contract\nllama-4-70b,own,,0.2,,,0.2,,,,,,our own machine\n"))
	if err != nil {
		t.Fatal(err)
	}
	table := listed(t).Under(own)
	used, at := assistant.Usage{Input: 1000, Output: 1000}, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for model, want := range map[string]int64{"gemini-4-argon": 8500, "llama-4-70b": 400, "claude-opus-5-5": 24_000} {
		if got, ok := table.Cost(model, used, at); !ok || got != want {
			t.Errorf("%s costs %d, %t", model, got, ok)
		}
	}
	var none *prices.Table
	if _, ok := none.Cost("gemini-4-argon", used, at); ok || len(none.Under(own).Prices()) != 2 {
		t.Error("no table knows a price")
	}
}

// TestEveryListedPriceSaysWhereItIsFrom, of whom and, where it follows another, since when; what is cached never costs more than input,
// and a long request never less than a short one.
func TestEveryListedPriceSaysWhereItIsFrom(t *testing.T) {
	vendors := map[string]string{"gemini-": "google", "claude-": "anthropic", "gpt-": "openai"}
	seen := map[string]int{}
	for _, p := range listed(t).Prices() {
		begin, _, _ := strings.Cut(p.Model, "-")
		switch {
		case vendors[begin+"-"] != p.Provider, p.Source == "",
			p.Rate.Cached > p.Rate.Input, p.Rate.Written < p.Rate.Input, p.Rate.Input <= 0, p.Rate.Output <= p.Rate.Input,
			p.Above > 0 && (p.Long.Input < p.Rate.Input || p.Long.Cached < p.Rate.Cached || p.Long.Written < p.Rate.Written || p.Long.Output < p.Rate.Output):
			t.Errorf("%+v", p)
		}
		seen[p.Provider]++
	}
	if len(seen) != 3 || seen["openai"] < 15 || seen["anthropic"] < 10 || seen["google"] < 10 {
		t.Errorf("the table has %v", seen)
	}
}

const header = "model,provider,from,input,cached,written,output,above,long input,long cached,long written,long output,source"

// TestABadTableNamesItsLineAndTheMend in one line.
func TestABadTableNamesItsLineAndTheMend(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"m,o,,2,,,x,,,,,,s", `line 2: output "x" is not a price in dollars for a million tokens such as 0.125`},
		{"# a comment\nm,o,,-2,,,1,,,,,,s", `line 3: input "-2" is not a price`},
		{"m,o,,1e3,,,1,,,,,,s", `input "1e3" is not a price`},
		{"m,o,,,,,1,,,,,,s", `input "" is not a price`},
		{"m,o,,0.1234567,,,1,,,,,,s", `at most six decimals`},
		{"m,o,,1001,,,1,,,,,,s", `input "1001" is more than 1000 dollars`},
		{"m,o,1.12.2026,1,,,1,,,,,,s", `from "1.12.2026" is not a day such as 2026-12-01`},
		{"m,o,,1,,,1,many,2,,,2,s", `above "many" is not a number of tokens`},
		{"m,o,,1,,,1,1000,,,,2,s", `long input "" is not a price`},
		{"m,o,,1,,,1,,2,,,2,s", `without the tokens above which they hold`},
		{"m,o,,1,,,1,,,,,,", `give an address or a document as its source`},
		{"*,o,,1,,,1,,,,,,s", `the model "*" is not a name`},
		{"a*b,o,,1,,,1,,,,,,s", `the model "a*b" is not a name`},
		{"m,o,,1,1", `it has 5 columns where there are 13`},
		{"m,o,,1,,,1,,,,,,s\nM,o,,2,,,1,,,,,,s", `line 3: m has two prices from the same day; leave one`},
		{`m,o,,1,,,1,,,,,,"s`, `quotes`},
		{"", `there is no price in it`},
	} {
		_, err := prices.Read("own.csv", []byte(header+"\n"+c.rows))
		if err == nil || !strings.HasPrefix(err.Error(), "own.csv") || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.rows, err)
		}
	}
	if _, err := prices.Read("own.csv", []byte("model,price\nm,1\n")); err == nil || !strings.Contains(err.Error(), "the first line must be") {
		t.Errorf("without columns: %v", err)
	}
}

// FuzzRead: whatever stands in a file, it is read or refused in one line, and no price makes a call cost less than nothing.
func FuzzRead(f *testing.F) {
	f.Add(header + "\nm,o,2026-01-01,1,0.5,,2,100,2,1,,4,s\n")
	f.Add(fmt.Sprintf("%s\n%s", header, `"m"",o`))
	f.Fuzz(func(t *testing.T, text string) {
		table, err := prices.Read("f", []byte(text))
		if err != nil {
			return
		}
		for _, p := range table.Prices() {
			if p.Cost(assistant.Usage{Input: 1_000_000, Cached: 10, CacheWritten: 10, Output: 10}) < 0 {
				t.Errorf("%+v", p)
			}
		}
	})
}
