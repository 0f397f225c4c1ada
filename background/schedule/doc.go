// Package schedule says when recurring and one-shot work is due, in the time zone of whoever wants it. It is pure: what time
// it is, callers say.
//
// What holds where the calendar and the clock are not even:
//
//   - A time that a change to summer time leaves out (2:30 on that night) is taken at the first moment after the gap.
//   - A time that comes twice when summer time ends is taken the first time. A schedule of every hour, or of minutes of every
//     hour, goes by the hours that pass instead: it is due in both.
//   - A day that a month does not have (the 31st, 29 February) is left out in that month. "The last day of the month" is
//     its own schedule, L in the third field.
//   - Where both a day of the month and a weekday are given, either is enough, as everywhere in cron.
//   - Due times that nobody was there for are made up for once: callers ask for the next one after now.
package schedule
