// Package click takes what people press and send, on any platform. A platform decodes its own values and knows how to answer; what
// a press means, whether it still counts and what the person reads about it is the same everywhere.
//
//	value ──platform──▶ what is pressed, and on what ──Body──▶ Act ──▶ "", or a note for the person alone
//	                                    └──an option, a form──▶ Pick, Answer ──▶ the question is read, then as above
package click
