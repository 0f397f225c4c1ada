// Package tasks is the pack of background tasks: making, listing and changing them. What they do when they
// are due is a turn like any other, with what that needs of approvals.
//
// When is fixed as the plan is made: "in two hours" becomes a moment, "every weekday at 9" five fields of cron in the time zone
// of whoever asks, so that what runs is what was shown.
package tasks
