// Package prices knows what language models cost: a table of dated prices in data, [Listed], that an operator's own may stand over,
// and one rule for what a call costs. Nothing else in the service multiplies tokens by money.
//
// What a call costs depends on when it was made, on how much of its input the provider had kept, and on how long it was. It is
// reckoned in whole millionths of a dollar, exactly, and rounded up at the end of each call: what is counted is never less than what
// is billed, and more by less than a millionth.
package prices
