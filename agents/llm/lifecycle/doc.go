// Package lifecycle says when the models in use end, and that one is there no more or is another by now: in the log at the start, by
// metrics, on the settings page, and to an admin 30, 7 and 1 days before, and once it has come.
//
// Three things are known of an end: the vendors' lists, which are delivered as data ([Listed]); what a vendor says of a model when it
// is asked, which goes before the list; and what its answers show ([Sights]), which needs no date: nobody knows the model any more, or
// another answers in its place.
//
//	answers ──▶ Sights ─┐
//	list, vendor ───────┴─▶ Watch ──▶ log, metrics, rows ──▶ one message for each of: 30, 7, 1 days, gone, another answers
//	                                        └──▶ the settings page
//
// Every replica looks. Which of them tells is decided by a row.
package lifecycle
