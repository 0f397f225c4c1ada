package pages_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/pages"
	"github.com/aisteam/aisteam/wording"
)

// TestWhatWaitsSaysForWhom: for the viewer where they may decide, and otherwise for those who may, by name where they are few.
func TestWhatWaitsSaysForWhom(t *testing.T) {
	toronto, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 27, 3, 0, 0, 0, time.UTC) // the evening before in Toronto
	looks := pages.Looks{Me: "me", Called: map[assistant.PersonID]string{"me": "Robin", "anna": "Anna", "bo": "Bo"}, In: wording.In(assistant.English), Zone: toronto, Now: now}
	person := func(ids ...assistant.PersonID) (out []assistant.Person) {
		for _, id := range ids {
			out = append(out, assistant.Person{ID: id})
		}
		return out
	}
	for name, c := range map[string]struct {
		waits assistant.Pending
		may   []assistant.Person
		want  string
	}{
		"I may decide":                        {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna"}, person("anna", "me"), ""},
		"whoever asked may, and I may not":    {assistant.Pending{Kind: assistant.PendingPlan, RequestedBy: "anna"}, person("anna", "bo", "cy"), "Anna"},
		"one other may":                       {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "me"}, person("bo"), "Bo"},
		"two others may":                      {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "me"}, person("anna", "bo"), "Anna or Bo"},
		"many others may":                     {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "me"}, person("anna", "bo", "cy"), "one of 3 people"},
		"I am asked":                          {assistant.Pending{Kind: assistant.PendingQuestion, RequestedBy: "me"}, nil, ""},
		"somebody else is asked":              {assistant.Pending{Kind: assistant.PendingQuestion, RequestedBy: "anna"}, nil, "Anna"},
		"it is mine, and nobody is known":     {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "me"}, nil, ""},
		"it is marked as mine to decide on":   {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna", Decides: true}, nil, ""},
		"it is Anna's, and nobody is known":   {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna"}, nil, "Anna"},
		"who may has no name":                 {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "me"}, person("nobody"), "somebody who may decide"},
		"I have handed it on":                 {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna", Handed: []assistant.Handed{{From: "me", To: "bo"}}}, person("me", "bo"), "Bo"},
		"to somebody who may decide no more":  {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna", Handed: []assistant.Handed{{From: "me", To: "bo"}}}, person("me"), ""},
		"somebody else has handed it to whom": {assistant.Pending{Kind: assistant.PendingApproval, RequestedBy: "anna", Handed: []assistant.Handed{{From: "anna", To: "bo"}}}, person("anna", "bo"), "Anna"},
	} {
		if got := looks.WaitsFor(c.waits, c.may); got.Whom != c.want {
			t.Errorf("%s: it waits for %q, not %q", name, got.Whom, c.want)
		}
	}
	for since, today := range map[time.Time]bool{now.Add(-time.Hour): true, now.Add(-21 * time.Hour): true, now.Add(-23 * time.Hour): false, now.AddDate(-1, 0, 0): false} {
		got := looks.WaitsFor(assistant.Pending{Kind: assistant.PendingPlan, RequestedBy: "me", Since: since}, nil)
		if got.Today != today || got.Since.Location() != toronto || !got.Since.Equal(since) {
			t.Errorf("%s: %+v", since, got)
		}
	}
	if got := (pages.WaitsFor{Whom: "Anna"}).Words(wording.In(assistant.German)); got != "wartet auf Anna seit" {
		t.Error(got)
	}
	if got := (pages.WaitsFor{}).Words(wording.In(assistant.English)); got != "waits for you since" {
		t.Error(got)
	}
}
