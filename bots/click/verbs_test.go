package click_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/internal/cardpress"
)

// TestEveryActionOfACardIsAVerb, which has a name on each platform, and something that comes of it.
func TestEveryActionOfACardIsAVerb(t *testing.T) {
	for _, do := range cardpress.Dos(t) {
		v, _ := click.Find(do, view.On{})
		if v.Do != do || v.Then == click.ThenNothing || len(v.Slack) == 0 || len(v.Discord) == 0 {
			t.Errorf("%s is the verb %+v", do, v)
		}
	}
}

// TestNoTwoVerbsAreCalledTheSame on a wire, where they are about the same.
func TestNoTwoVerbsAreCalledTheSame(t *testing.T) {
	type name struct {
		wire, name string
		about      click.About
	}
	taken := map[name]view.Do{}
	for _, v := range click.Verbs() {
		var names []name
		for _, one := range v.Form {
			names = append(names, name{"a form", one, v.About})
		}
		for _, one := range append(slices.Clone(v.Discord), v.Asks) {
			names = append(names, name{"Discord", one, ""})
		}
		for _, one := range v.Slack {
			names = append(names, name{"Slack", one, v.About})
		}
		for _, one := range v.JSON {
			names = append(names, name{"the API", one, v.About})
		}
		for _, n := range names {
			do, twice := taken[n]
			rates := n.name == "answer_rate" // whose value says which of the two it is
			if twice && n.name != "" && !rates {
				t.Errorf("%s and %s are both %q on %s", do, v.Do, n.name, n.wire)
			}
			taken[n] = v.Do
		}
	}
}

// TestWhatOldCardsSendIsStillKnown: people press buttons years later. A name may come to the table, and none may go.
func TestWhatOldCardsSendIsStillKnown(t *testing.T) {
	for do, names := range map[view.Do][2][]string{
		view.ApprovePlan:   {{"plan_approve"}, {"plan:approve"}},
		view.ApproveUnseen: {{"plan_unseen"}, {"plan:unseen"}},
		view.RejectPlan:    {{"plan_reject"}, {"plan:reject"}},
		view.ChangePlan:    {{"plan_edit"}, {"plan:edit", "approval:edit"}},
		view.PreviewPlan:   {{"plan_preview"}, {"plan:preview"}},
		view.Approve:       {{"approval_approve"}, {"approval:approve", "approval:sure", "approval:confirm"}},
		view.Always:        {{"approval_always", "approval_standing"}, {"approval:alwayssure", "approval:always", "approval:standing"}},
		view.Reject:        {{"approval_reject"}, {"approval:reject"}},
		view.ApproveAll:    {{"approvals_approve"}, {"approvals:approve", "gathered:approve"}},
		view.RejectAll:     {{"approvals_reject"}, {"approvals:reject", "gathered:reject"}},
		view.ChangeAndDo:   {{"approval_change"}, {"approval:change"}},
		view.ReadWhole:     {{"approval_read"}, {"approval:read", "approval:readpage"}},
		view.Pick:          {{"clarify_opt:"}, {"ask:opt"}},
		view.Choose:        {{"clarify_select"}, {"ask:select"}},
		view.Fill:          {{"clarify_form"}, {"ask:form"}},
		view.Stop:          {{"run_stop"}, {"run:stop"}},
		view.Retry:         {{"run_retry"}, {"run:retry"}},
		view.Undo:          {{"run_undo"}, {"run:undo"}},
		view.UndoStep:      {{"run_undo_step:"}, {"run:undostep"}},
		view.RateGood:      {{"answer_rate"}, {"rate:up"}},
		view.RateBad:       {{"answer_rate"}, {"rate:down"}},
		view.Ask:           {{"ask:"}, {"said:ask"}},
		view.HushHours:     {{"hush:hours"}, {"hush:hours"}},
		view.HushMonday:    {{"hush:monday"}, {"hush:monday"}},
	} {
		var slack, discord []string
		for _, v := range click.Verbs() {
			if v.Do == do {
				slack, discord = append(slack, v.Slack...), append(discord, append(slices.Clone(v.Discord), v.Asks)...)
			}
		}
		for _, name := range names[0] {
			if !slices.Contains(slack, name) {
				t.Errorf("%s is not called %q on Slack any more", do, name)
			}
		}
		for _, name := range names[1] {
			if !slices.Contains(discord, name) {
				t.Errorf("%s is not called %q on Discord any more", do, name)
			}
		}
	}
}

// TestAVerbOfTheFormsAndOfTheAPIIsTheOneThatACardOffers: what a form or a request calls by a word takes the same note as the button.
func TestAVerbOfTheFormsAndOfTheAPIIsTheOneThatACardOffers(t *testing.T) {
	on := view.On{Plan: "p", Version: 2, Approval: "a", Run: "r", Task: "t", Shown: "h"}
	for _, v := range click.Verbs() {
		for _, name := range v.JSON {
			if got, ok := click.InJSON(v.About, name); !ok || got.Do != v.Do {
				t.Errorf("%s of %s is %s in a request", name, v.About, got.Do)
			}
		}
		for _, name := range v.Form {
			got, ok := click.InForm(v.About, name)
			if !ok || got.Do != v.Do || v.Then == click.ThenNote && got.Note(on) == nil || (v.Then == click.ThenNote || v.Then == click.ThenChanges) && got.With(on, "") == nil {
				t.Errorf("%s of %s is %s in a form", name, v.About, got.Do)
			}
		}
	}
	for _, word := range []string{"", "dance", "approve"} {
		if v, ok := click.InForm(click.APlan, word); ok {
			t.Errorf("%q is %s in a form", word, v.Do)
		}
		if v, ok := click.InJSON(click.APlan, word); ok {
			t.Errorf("%q is %s in a request", word, v.Do)
		}
	}
}
