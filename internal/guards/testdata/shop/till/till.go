// Package till has three guards that its tests try, and one that they do not.
package till

import "errors"

// Reasons why nothing is sold.
var (
	ErrGuest   = errors.New("guests buy nothing")
	ErrExpired = errors.New("it is too old")
	ErrMany    = errors.New("nobody needs so many")
)

// Person is somebody who buys.
type Person struct{ Role string }

// Ware is what is bought: so many, until some day.
type Ware struct{ Count, Until int }

const most = 3

// Sell sells a ware on a day.
func Sell(p Person, w Ware, day int) error {
	if p.Role == "guest" {
		return ErrGuest
	}
	if day > w.Until {
		return ErrExpired
	}
	if w.Count > most || w.Count < 0 {
		return ErrMany
	}
	return nil
}
