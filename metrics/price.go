package metrics

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// price is what a model costs by its provider's list, in dollars for a million tokens. Cached input is taken at a tenth of
// the price of input, as the large providers do.
type price struct{ input, output float64 }

// listPrice finds a model's price by its name or the family that its name begins with. Prices change: an unknown model has
// none, and its calls and tokens are counted all the same.
func listPrice(model string) (price, bool) {
	switch {
	case strings.HasPrefix(model, "gemini-4-argon"):
		return price{4, 20}, true
	case strings.HasPrefix(model, "gemini-3.8-flash"):
		return price{.75, 3.75}, true
	default:
		return price{}, false
	}
}

// Priced tells whether the list price of a model is known.
func Priced(model string) bool {
	_, ok := listPrice(model)
	return ok
}

// Cost is what a call cost in dollars by the list price; 0 where the price is not known.
func Cost(model string, used assistant.Usage) float64 {
	p, ok := listPrice(model)
	if !ok {
		return 0
	}
	fresh := float64(used.Input-used.Cached) + float64(used.Cached)/10
	return (fresh*p.input + float64(used.Output)*p.output) / 1e6
}
