// Package click takes what people press and send, whatever platform it comes from. A platform reads its own value and knows how it
// answers; what a press means, whether it still counts and what the person reads of it is the same everywhere.
//
//	value ──platform──▶ what is pressed, and on what ──Body──▶ Act ──▶ "", or a note for the person alone
//	                                    └──an option, a form──▶ Pick, Answer ──▶ the question is read, then as above
package click
