package till_test

import (
	"errors"
	"testing"

	"shop/till"
)

func TestGuestsBuyNothing(t *testing.T) {
	if err := till.Sell(till.Person{Role: "guest"}, till.Ware{Until: 5}, 1); !errors.Is(err, till.ErrGuest) {
		t.Error(err)
	}
}

func TestSomebodyBuys(t *testing.T) {
	if err := till.Sell(till.Person{Role: "member"}, till.Ware{Count: 1, Until: 5}, 1); err != nil {
		t.Error(err)
	}
}

// TestOldWares makes the guard decide, and looks at nothing.
func TestOldWares(*testing.T) { _ = till.Sell(till.Person{}, till.Ware{Until: 5}, 6) }

func TestNobodyNeedsSoMany(t *testing.T) {
	for what, n := range map[string]int{"many": 4, "few": -1} {
		t.Run(what, func(t *testing.T) {
			if err := till.Sell(till.Person{}, till.Ware{Count: n, Until: 5}, 1); !errors.Is(err, till.ErrMany) {
				t.Error(err)
			}
		})
	}
}
