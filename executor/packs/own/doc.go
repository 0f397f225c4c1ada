// Package own is the pack of what people set for themselves and ask about it: the language and the time zone that are theirs, where they
// hear of what automations do, when they want to be left alone, what waits for them and what was done. Each change is of a setting of
// whoever asks, at once and without a card, since it changes nothing for anybody else; what it says tells what holds now and which words
// take it back.
package own
