// Package deliver shows cards on Discord and finds those that it has shown: the half of the surface that the courier uses.
//
// A post carries its nonce twice: enforced, so that Discord itself gives back the first post for the second within minutes,
// and as the id of the first component, so that one whose answer was lost is found by reading the channel back. What Discord
// refuses for its form is sent as words, and where it refuses these, a line that says so. Edits of one card are two and a half
// seconds apart unless the card has reached its end.
package deliver
