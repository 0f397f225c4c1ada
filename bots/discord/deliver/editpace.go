package deliver

import "golang.org/x/time/rate"

// mayEdit takes a message's turn to be edited, or says when to come back. A settled card only waits for Discord itself.
func (d *Cards) mayEdit(message string, settled bool) error {
	if settled {
		return nil
	}
	return d.edits.Take(message, rate.Every(d.EditEvery), d.EditBurst)
}
