package lifecycle

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
)

//go:embed endings.json
var endings []byte

// Ending is the end of a model, as it is known.
type Ending struct {
	Day       time.Time // on which it is shut down; zero where it is not known to end
	Successor string    // that the vendor names for it; "" for none
	Rerouted  bool      // from that day on the successor answers under its name; otherwise nobody does
}

// List are the ends of models that vendors have announced, by provider and name.
type List map[string]Ending

// Listed reads the list that is delivered.
func Listed() (List, error) {
	var rows []struct {
		Provider, Ends, Successor, Then, Source string
		Models                                  []string
	}
	if err := json.Unmarshal(endings, &rows); err != nil {
		return nil, fmt.Errorf("read the list of models that end: %w", err)
	}
	out := List{}
	for _, r := range rows {
		day, err := time.Parse(time.DateOnly, r.Ends)
		if err != nil || r.Then != "gone" && r.Then != "rerouted" || r.Source == "" {
			return nil, fmt.Errorf("the list of models that end: %s of %s is not whole: %w", r.Models, r.Provider, err)
		}
		for _, name := range r.Models {
			if _, twice := out[key(r.Provider, name)]; twice {
				return nil, fmt.Errorf("the list of models that end names %s twice", name)
			}
			out[key(r.Provider, name)] = Ending{Day: day, Successor: r.Successor, Rerouted: r.Then == "rerouted"}
		}
	}
	return out, nil
}

// Of is the end of a model by the list.
func (l List) Of(i llm.Info) (Ending, bool) {
	e, ok := l[key(i.Provider, i.Model)]
	return e, ok
}

func key(provider, model string) string { return provider + " " + llm.ModelName(model) }

// Days is for how many days more a model answers, counted in whole days of UTC, as vendors do: 0 on the day itself, less after it.
func (e Ending) Days(now time.Time) int {
	today := now.UTC().Truncate(24 * time.Hour)
	return int(e.Day.UTC().Truncate(24*time.Hour).Sub(today) / (24 * time.Hour))
}
