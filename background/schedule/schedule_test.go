package schedule_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/schedule"
)

// sunday is when these tests happen: in Berlin it is 17:40.
func sunday() time.Time { return time.Date(2026, 11, 22, 16, 40, 0, 0, time.UTC) }

func TestWordsAreReadAsSchedulesAndSaidBack(t *testing.T) {
	for words, want := range map[string]string{
		"every morning at nine":              "0 9 * * * | every day at 09:00 (Europe/Berlin)",
		"every morning at eight":             "0 8 * * * | every day at 08:00 (Europe/Berlin)",
		"every evening at eight":             "0 20 * * * | every day at 20:00 (Europe/Berlin)",
		"every day at twelve o'clock":        "0 12 * * * | every day at 12:00 (Europe/Berlin)",
		"every day at one o'clock":           "0 1 * * * | every day at 01:00 (Europe/Berlin)",
		"every day at seven pm":              "0 19 * * * | every day at 19:00 (Europe/Berlin)",
		"every Monday at half past seven":    "30 7 * * 1 | every Monday at 07:30 (Europe/Berlin)",
		"every Monday at a quarter to one":   "45 12 * * 1 | every Monday at 12:45 (Europe/Berlin)",
		"every weekday at quarter past nine": "15 9 * * 1-5 | every weekday at 09:15 (Europe/Berlin)",
		"every day at nine and five pm":      "0 9,17 * * * | every day at 09:00 and 17:00 (Europe/Berlin)",
		"every day at thirteen":              "",
		"every weekday at 9":                 "0 9 * * 1-5 | every weekday at 09:00 (Europe/Berlin)",
		"Every day at 9 and 17":              "0 9,17 * * * | every day at 09:00 and 17:00 (Europe/Berlin)",
		"every Monday and Thursday, at 5pm":  "0 17 * * 1,4 | every Monday and Thursday at 17:00 (Europe/Berlin)",
		"weekly on friday at 17:30":          "30 17 * * 5 | every Friday at 17:30 (Europe/Berlin)",
		"on the 1st of every month at 8":     "0 8 1 * * | on day 1 of every month at 08:00 (Europe/Berlin)",
		"last day of every month at 18:00":   "0 18 L * * | on the last day of every month at 18:00 (Europe/Berlin)",
		"every 2 hours":                      "0 */2 * * * | every 2 hours (Europe/Berlin)",
		"hourly":                             "0 * * * * | every hour",
		"every 15 minutes":                   "*/15 * * * * | every 15 minutes",
		"each evening":                       "0 18 * * * | every day at 18:00 (Europe/Berlin)",
		"every day at 8 in the evening":      "",
		"on the 15th of every 3 months at 8": "0 8 15 */3 * | on day 15 of every 3 months at 08:00 (Europe/Berlin)",
		"on the 15th of every 5 months at 8": "", // no year is divided by 5
		"every year on the 1st of May at 9":  "0 9 1 5 * | every year on day 1 of May at 09:00 (Europe/Berlin)",
		"*/5,30 * * * *":                     "*/5,30 * * * * | by the schedule */5,30 * * * * (Europe/Berlin)",
		"0 9 29 2 *":                         "0 9 29 2 * | every year on day 29 of February at 09:00 (Europe/Berlin)",
		"*/10 8-18 * * 1-5":                  "*/10 8-18 * * 1-5 | by the schedule */10 8-18 * * 1-5 (Europe/Berlin)",
		"every second":                       "",
		"every other day":                    "", // months have odd days
		"every 7 hours":                      "",
		"every day at 25":                    "",
		"every day at 13pm":                  "",
		"every day at 9 and 17:30":           "", // cron takes several hours of one minute
		"0 0 30 2 *":                         "",
		"61 * * * *":                         "",
		"whenever you like":                  "",
		"":                                   "",
	} {
		s, err := schedule.New(words, "Europe/Berlin", sunday())
		got := ""
		if err == nil {
			got = s.Cron() + " | " + s.Words().String()
		}
		if got != want {
			t.Errorf("%q reads %q (%v), want %q", words, got, err, want)
		}
		if trouble, ok := errors.AsType[*assistant.Trouble](err); err != nil && (!ok || trouble.Problem.Recovery.String() == "") {
			t.Errorf("%q: %v has no way on", words, err)
		}
	}
}

func TestWordsAreReadAsTimes(t *testing.T) {
	for words, want := range map[string]string{
		"in two hours":              "2026-11-22T19:40:00+01:00",
		"in 30 seconds":             "2026-11-22T17:40:30+01:00",
		"in a second":               "2026-11-22T17:40:01+01:00",
		"now":                       "2026-11-22T17:40:00+01:00",
		"Right now!":                "2026-11-22T17:40:00+01:00",
		"at once":                   "2026-11-22T17:40:00+01:00",
		"immediately":               "2026-11-22T17:40:00+01:00",
		"in 20 minutes":             "2026-11-22T18:00:00+01:00",
		"in half an hour":           "2026-11-22T18:10:00+01:00",
		"in 3 days":                 "2026-11-25T17:40:00+01:00",
		"tomorrow":                  "2026-11-23T09:00:00+01:00",
		"tomorrow at 9":             "2026-11-23T09:00:00+01:00",
		"tomorrow @ 9":              "2026-11-23T09:00:00+01:00",
		"tomorrow at 27":            "cannot read",
		"tomorrow at 5pm":           "2026-11-23T17:00:00+01:00",
		"Friday at 17:30":           "2026-11-27T17:30:00+01:00",
		"on monday":                 "2026-11-23T09:00:00+01:00",
		"at 9":                      "2026-11-23T09:00:00+01:00",
		"at 18:00":                  "2026-11-22T18:00:00+01:00",
		"2027-03-01 09:00":          "2027-03-01T09:00:00+01:00",
		"2027-03-28T02:30":          "2027-03-28T03:00:00+02:00", // never shown: the moment after the gap
		"2027-10-31T02:30":          "2027-10-31T02:30:00+02:00", // shown twice: the first time
		"2027-03-01T09:00:00-05:00": "2027-03-01T09:00:00-05:00",
		"december 24":               "2026-12-24T09:00:00+01:00",
		"yesterday":                 "past",
		"2020-01-01":                "past",
		"2099-01-01":                "too far",
		"banana":                    "cannot read",
		"tomorrow banana":           "cannot read",
		"in 0 hours":                "cannot read",
		"":                          "cannot read",
	} {
		at, err := schedule.Once(words, "Europe/Berlin", sunday())
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", words, err, want)
			}
			continue
		}
		if got := at.Format(time.RFC3339); got != want {
			t.Errorf("%q is %s, want %s", words, got, want)
		}
	}
}

func TestUnknownZonesAreRefused(t *testing.T) {
	for _, zone := range []string{"Mars/Olympus", "Local", "../etc/passwd", "CEST"} {
		if _, err := schedule.New("every day at 9", zone, sunday()); err == nil {
			t.Errorf("%q is taken", zone)
		}
		if _, err := schedule.Once("tomorrow", zone, sunday()); err == nil {
			t.Errorf("%q is taken", zone)
		}
	}
}

func TestTheShortestTimeBetweenDueTimesIsKnown(t *testing.T) {
	for words, want := range map[string]time.Duration{
		"* * * * *": time.Minute, "every 15 minutes": 15 * time.Minute, "0,5 9 * * 1": 5 * time.Minute, "every weekday at 9": 24 * time.Hour,
	} {
		s, err := schedule.New(words, "", sunday())
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Shortest(sunday()); got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
}

func TestRequestsOfWorkAtASetTimeAreFound(t *testing.T) {
	for request, want := range map[string]string{
		"Every morning at nine list my open tickets":                                      "Every morning at nine | list my open tickets",
		"Every day at one of the shops look for open tickets":                             "Every day | at one of the shops look for open tickets",
		"Remind me at half past seven to call Anna":                                       "at half past seven | Remind me: call Anna",
		"Every weekday at 9 check the audit and let me know":                              "Every weekday at 9 | check the audit and let me know",
		"Every day at 9 check whether the home page still says Services and let me know.": "Every day at 9 | check whether the home page still says Services and let me know.",
		"check the home page every day at 9":                                              "every day at 9 | check the home page",
		"Please every monday, run an audit":                                               "every monday | run an audit",
		"On the last day of every month at 18:00 list the tickets":                        "On the last day of every month at 18:00 | list the tickets",
		"in two hours remind me to call Anna":                                             "in two hours | Remind me: call Anna",
		"In two hours, remind me to call Anna":                                            "In two hours | Remind me: call Anna",
		"Remind me tomorrow at 9 to check the site":                                       "tomorrow at 9 | Remind me: check the site",
		"remind me to call Bob in 20 minutes":                                             "in 20 minutes | Remind me: call Bob",
		"remind me every friday at 16:00 to send the report":                              "every friday at 16:00 | Remind me: send the report",
		"tomorrow at 10 audit the site":                                                   "tomorrow at 10 | audit the site",
		"in 30 seconds create a ticket about the form":                                    "in 30 seconds | create a ticket about the form",
		"What happens every day at 9?":                                                    "",
		"Create a page for every day":                                                     "",
		"In the shop page change the title":                                               "",
		"every page needs a title":                                                        "",
		"each customer should get a mail":                                                 "",
		"publish it tomorrow":                                                             "",
		"Remind me: call Anna":                                                            "",
		"remind me who Nico is":                                                           "",
		"":                                                                                "",
	} {
		got := ""
		if f, ok := schedule.Find(request); ok {
			got = f.When + " | " + f.What
		}
		if got != want {
			t.Errorf("%q asks for %q, want %q", request, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("every day at 9 check it", "tomorrow at 9")
	f.Add("remind me in 0 hours to", "in 99999999999999 hours")
	f.Add("0", "0@ 0")
	f.Fuzz(func(t *testing.T, request, words string) {
		if found, ok := schedule.Find(request); ok && found.Recurring {
			if s, err := schedule.New(found.When, "Europe/Berlin", sunday()); err == nil && !s.Times(sunday(), 1)[0].After(sunday()) {
				t.Errorf("%q is due before it is made", found.When)
			}
		}
		if at, err := schedule.Once(words, "America/Toronto", sunday()); err == nil && at.Before(sunday()) {
			t.Errorf("%q is past", words)
		}
	})
}
