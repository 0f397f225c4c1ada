package view

import "github.com/aisteam/aisteam/bots"

// safe takes the force of whatever in the card leads elsewhere than to the hosts.
func (r Reader) safe(c bots.Card) bots.Card {
	if r.Inert {
		return c
	}
	return bots.SafeCard(c, r.Hosts)
}
