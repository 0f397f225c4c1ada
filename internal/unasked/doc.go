// Package unasked is background work for runs in which things break: recurring tasks that come due again and again, and another
// system that tells a task of events. It knows the ledger, to say afterwards what was lost, doubled, or done without a yes.
package unasked

// Found is what must not be.
type Found struct{ Lost, Doubled, Unapproved []string }

// All are all of them.
func (f *Found) All() []string {
	return append(append(append([]string(nil), f.Lost...), f.Doubled...), f.Unapproved...)
}
