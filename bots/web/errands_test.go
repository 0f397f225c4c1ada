package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// errands are those that the office has something for.
func (o *office) errands(t *testing.T) []errand {
	return slices.Concat(o.talking(), o.deciding(), o.working(t), o.withOthers(), o.settingUp(t), o.forOneself(t))
}

// talking is what is done in conversations.
func (o *office) talking() []errand {
	talk, folder := "/c/"+string(o.story.conversation), "Spring"
	stops := o.said(func(in assistant.Inbound) bool { return in.Text == "stop" && in.Conversation == o.hours })
	return []errand{
		{
			name: "ask for something", from: "/", steps: []move{fillIn("#text", "What is open on Sunday?"), press("#send")}, says: "What is open on Sunday?",
			kept: o.said(func(in assistant.Inbound) bool { return in.Text == "What is open on Sunday?" }),
		},
		{
			name: "ask about a file", from: "/", steps: []move{attach("label.attach", "12 dishes"), fillIn("#text", "Is this right?"), press("#send")}, says: "Is this right?",
			kept: o.filed("12 dishes"),
		},
		{
			name: "answer a question", from: talk, steps: []move{fillIn(`#slot-ask-`+string(o.story.ask)+` [name="q.angle"]`, "hard water"), press("#slot-ask-" + string(o.story.ask) + "-answer")},
			kept: o.decided(func(b assistant.Body) bool {
				got, ok := b.(assistant.Answered)
				return ok && got.Values["angle"] == "hard water"
			}),
		},
		{
			name: "stop an answer", from: "/c/" + string(o.hours), steps: []move{press("#halt")}, plain: []move{fillIn("#text", "stop"), press("#send")}, ready: o.writes,
			kept: stops,
		},
		{
			name: "find what was said", from: "/", steps: []move{fillIn("#sought", "old price list"), press(`#past a[href*="#slot-"]`)},
			plain: []move{fillIn("#sought", "old price list"), enter("#sought"), press(`#past a[href*="#slot-"]`)}, says: "Two things you may want next:",
		},
		{
			name: "rename a conversation", from: talk, steps: []move{press(".menu > summary"), fillIn("#name", "The shop"), press(`button[value="rename"]`)}, says: "The shop",
			kept: o.holds(func() bool {
				return slices.ContainsFunc(o.conversations, func(c assistant.Conversation) bool { return c.Title == "The shop" })
			}),
		},
		{
			name: "put a conversation into a folder", from: talk, steps: []move{press(".menu > summary"), fillIn("#folder", folder), press(`button[value="folder"]`)},
			kept: o.holds(func() bool { return o.world.kept[o.story.conversation].filed[o.owner.ID].Folder == folder }),
		},
	}
}

// deciding is what is done with that which waits for somebody.
func (o *office) deciding() []errand {
	talk, action, plan := "/c/"+string(o.story.conversation), "#slot-approval-"+string(o.story.approval), "#slot-plan-"+string(o.story.plan)+"-2"
	line := `[data-item="` + string(o.story.plan) + `"] `
	waits := assistant.Waits{Kind: assistant.PendingPlan, Ref: string(o.story.plan), Version: 2}
	is := func(want func(assistant.ApprovalDecided) bool) func() bool {
		return o.decided(func(b assistant.Body) bool {
			got, ok := b.(assistant.ApprovalDecided)
			return ok && want(got)
		})
	}
	verdict := func(v assistant.Verdict) func() bool {
		return is(func(got assistant.ApprovalDecided) bool { return got.Approval == o.story.approval && got.Verdict == v })
	}
	return []errand{
		{name: "find what waits", from: "/", steps: []move{to("/waiting")}, says: "Replace the price list on /services"},
		{name: "approve an action", from: talk, steps: []move{press(action + "-approve")}, kept: verdict(assistant.VerdictApproved)},
		{name: "reject an action", from: talk, steps: []move{press(action + "-reject")}, kept: verdict(assistant.VerdictRejected)},
		{
			name: "change a draft", from: talk, steps: []move{press(action + " .wanted > summary"), fillIn(action+` [name="arg.slug"]`, "prices"), press(action + "-rewrite"), press(action + "-changed")},
			kept: is(func(got assistant.ApprovalDecided) bool {
				return got.Verdict == assistant.VerdictApproved && string(got.Arguments) == `{"slug":"prices"}`
			}),
		},
		{
			name: "change a plan", from: talk, steps: []move{press(plan + " .adjust > summary"), fillIn(plan+` [name="note"]`, "Drop step 3"), press(plan + "-changes")},
			kept: o.decided(func(b assistant.Body) bool {
				got, ok := b.(assistant.PlanDecided)
				return ok && got.Verdict == assistant.VerdictChanges && got.Note == "Drop step 3"
			}),
		},
		{
			name: "approve an action and its like", from: "/c/" + string(o.footer), steps: []move{press(".sure > summary"), choose(`.sure [name="lasts"]`, string(assistant.LastsWeek)), press(".sure > button")},
			kept: is(func(got assistant.ApprovalDecided) bool {
				return got.Approval == o.number && got.Always && got.Lasts == assistant.LastsWeek
			}),
		},
		{
			name: "hand a decision to a colleague", from: "/",
			steps: []move{to("/waiting"), press(line + "summary"), choose(line+`[name="to"]`, string(o.colleague.ID)), press(line + `form[action$="/hand"] button`)},
			kept: o.holds(func() bool {
				return slices.ContainsFunc(o.handed[waits], func(h assistant.Handed) bool { return h.From == o.owner.ID && h.To == o.colleague.ID })
			}),
		},
		{
			name: "put a decision aside until tomorrow", from: "/",
			steps: []move{to("/waiting"), press(line + "summary"), choose(line+`[name="until"]`, "tomorrow"), press(line + `form[action$="/aside"] button`)},
			kept:  o.holds(func() bool { return o.deferred[waits][o.owner.ID].After(o.now()) }),
		},
	}
}

// working is what is done with runs, and with automations.
func (o *office) working(t *testing.T) []errand {
	talk := "/c/" + string(o.story.conversation)
	return []errand{
		{
			name: "stop a run", from: talk, steps: []move{press("#slot-run-" + string(o.story.running) + "-stop")},
			kept: o.decided(func(b assistant.Body) bool { return b == assistant.StopRequested{Run: o.story.running} }),
		},
		{
			name: "take back what was done", from: talk, steps: []move{press("#slot-run-" + string(o.story.finished) + "-undo")},
			kept: o.decided(func(b assistant.Body) bool {
				got, ok := b.(assistant.UndoRequested)
				return ok && got.Run == o.story.finished
			}),
		},
		{name: "see what failed", from: "/", steps: []move{to("/work"), press(`.filters a[href="/work?runs=failed"]`)}, says: "Create the page on the shop"},
		{name: "see what a run did", from: "/work?runs=all", steps: []move{press(`#runs a[href$="/timeline"]`)}, says: "From beginning to end"},
		{
			name: "make an automation for 9 in Toronto", from: "/", says: "The automation is created.",
			steps: []move{to("/tasks"), fillIn(`#new-task [name="prompt"]`, "check the site"), fillIn(`#new-task [name="when"]`, "every weekday at 9 in Toronto"), press(`#new-task button.primary`)},
			kept: o.automated(t, func(b assistant.BackgroundTask) bool {
				return b.Prompt == "check the site" && b.Zone == "America/Toronto" && strings.HasPrefix(b.Schedule, "0 9 ")
			}),
		},
		{
			name: "pause an automation", from: "/tasks", steps: []move{press(`form[action$="/pause"] button`)}, says: "The automation is paused.",
			kept: o.automated(t, func(b assistant.BackgroundTask) bool { return b.Status == assistant.BackgroundPaused }),
		},
		{name: "look through files", from: "/", steps: []move{to("/files")}, says: "All files"},
	}
}

// withOthers is what is done about other people.
func (o *office) withOthers() []errand {
	return []errand{
		{
			name: "invite somebody", from: "/", steps: []move{to("/people"), fillIn(`#invite [name="name"]`, "Mia"), press("#invite button.primary")}, says: "Send it to nobody else",
			kept: o.holds(func() bool {
				return slices.ContainsFunc(o.invitations, func(i invited) bool { return i.Name == "Mia" })
			}),
		},
		{
			name: "remove a person", from: "/people", steps: []move{press("#person-" + string(o.colleague.ID) + ` [action$="/remove"] button`), press("#removing button.danger")}, says: "The person is removed",
			kept: o.holds(func() bool {
				return slices.ContainsFunc(o.people, func(p assistant.Profile) bool { return p.ID == o.colleague.ID && p.Left })
			}),
		},
	}
}

// settingUp is what an admin sets for everybody.
func (o *office) settingUp(t *testing.T) []errand {
	project := o.projects[0].ID
	card := "#project-" + string(project) + " "
	return []errand{
		{
			name: "connect WordPress", from: "/settings", says: "Saved.",
			steps: []move{press(card + `input[value="wordpress"]`), fillIn(card+`[name="wordpress.user"]`, "hans"), fillIn(card+`[name="wordpress.password"]`, "abcd efgh"), press(card + "button.primary")},
			kept: o.holds(func() bool {
				c, connected := o.projects[0].Connected(site.KindWordPress)
				return connected && c.Opened && site.AddressOf(o.projects[0]) == "https://aquaverter.ca" && o.secrets[project][site.KindWordPress] == "abcd efgh"
			}),
		},
		{
			name: "set the key of a model", from: "/", steps: []move{press(".rehearsal a"), fillIn(`[name="gemini.key"]`, modelKey), press("#model-form button.primary")}, says: "It answers from the next message on.",
			kept: func() bool {
				set, err := o.models.Kept.ModelSettings(t.Context(), o.tenant.ID)
				return err == nil && set.Key == modelKey
			},
		},
	}
}

// forOneself is what everybody sets for themselves.
func (o *office) forOneself(t *testing.T) []errand {
	signedIn := func(is func(secret string) bool) func() bool {
		return o.holds(func() bool { return len(o.sessions) == 1 && is(o.sessions[0].secret) })
	}
	return []errand{
		{
			name: "set one's time zone", from: "/", steps: []move{to("/settings"), fillIn(`[name="place"]`, "Toronto"), press("#own-choose_time_zone button")}, says: "America/Toronto, as you have chosen.",
			kept: o.hears(t, func(h assistant.Hearing) bool { return h.Zone == "America/Toronto" }),
		},
		{
			name: "change the language", from: "/", steps: []move{to("/settings"), choose(`[name="language"]`, string(assistant.German)), press("#own-choose_language button")}, says: "Ihre Sprache ist jetzt Deutsch",
			kept: o.hears(t, func(h assistant.Hearing) bool { return h.Language == assistant.German }),
		},
		{
			name: "hear nothing for two hours", from: "/",
			steps: []move{to("/tasks"), press(`main a[href="/notifications#hearing-title"]`), choose(`[name="mute"]`, "hours"), press(`form[action="/notifications/hearing"] button.primary`)},
			kept:  o.hears(t, func(h assistant.Hearing) bool { return h.MutedUntil.After(o.now()) }),
		},
		{
			name: "add a passkey", from: "/", steps: []move{to("/settings"), to("/sessions"), press("#passkey button")}, says: "The passkey is kept.", scripted: true, ready: func(b tab) { b.device() },
			kept: func() bool {
				all, err := o.keys.Passkeys(t.Context(), o.tenant.ID, o.owner.ID)
				return err == nil && len(all) == 1 && strings.Contains(all[0].Name, " on ")
			},
		},
		{
			name: "sign out everywhere else", from: "/", steps: []move{to("/settings"), to("/sessions"), press(`form[action="/sessions/others/end"] button`)}, says: "Your other sessions are ended.",
			kept: signedIn(func(secret string) bool { return secret != elsewhere }),
		},
		{name: "sign out", from: "/", steps: []move{press(`form[action="/logout"] button`)}, says: "Sign in to the panel", kept: signedIn(func(secret string) bool { return secret == elsewhere })},
	}
}
