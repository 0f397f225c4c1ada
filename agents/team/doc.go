// Package team holds who works for a tenant at one moment, with what tools, and the words by which people ask for them, as one immutable
// value. It is made in one place and passed on; whoever reads a message, plans, works or shows takes all of it from the same value, so that
// nothing changes under a turn.
package team
