package blocks

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
)

// What the buttons of somebody's home ask for.
const (
	PressSite       click.Then = "site"        // open the form for a site
	PressSiteTry    click.Then = "site_try"    // try a site's connection
	PressSiteDelete click.Then = "site_delete" // ask whether a site is to be deleted
	PressRole       click.Then = "role"        // open the form for a role
	PressTask       click.Then = "task"        // change a background task, as the value says
	PressTaskEdit   click.Then = "task_edit"   // open the form that changes it
	PressTaskPast   click.Then = "task_past"   // show what it did
)

// ReadPress tells what pressing a button comes to, and the note of it where its value says all about it.
func ReadPress(action string, s Subject) (click.Then, assistant.Body) {
	if then := readHome(action, s); then != click.ThenNothing {
		return then, nil
	}
	on := s.on()
	for _, verb := range click.Verbs() {
		if run, ok := strings.CutPrefix(action, verb.Slack[0]); ok && verb.About == click.ATask {
			on.Run = assistant.RunID(run)
		}
	}
	verb, ok := click.Called(func(v click.Verb) bool {
		return slices.ContainsFunc(v.Slack, func(name string) bool {
			return name == action || strings.HasSuffix(name, ":") && strings.HasPrefix(action, name)
		})
	}, on)
	if verb.Do == view.RateGood && !s.Good { // both are called the same
		verb, ok = click.Find(view.RateBad, on)
	}
	body := verb.Note(on)
	noted := verb.Then == click.ThenNote || verb.Then == click.ThenRate
	if !ok || noted && body == nil || verb.Then == click.ThenHush && action != actionHush+s.Hush {
		return click.ThenNothing, nil
	}
	return verb.Then, body
}

// readHome decodes a button of a home tab.
func readHome(action string, s Subject) click.Then {
	switch {
	case action == ActionSiteAdd, action == ActionSite && s.Project != "":
		return PressSite
	case strings.HasPrefix(action, ActionSiteConnect) && s.Project != "" && s.Kind != "":
		return PressSite
	case strings.HasPrefix(action, ActionSiteTry) && s.Project != "" && s.Kind != "":
		return PressSiteTry
	case action == ActionSiteDelete && s.Project != "":
		return PressSiteDelete
	case action == ActionRole:
		return PressRole
	case strings.HasPrefix(action, actionTask) && s.Background != "" && action == actionTask+string(s.Change) && s.Change != "":
		return PressTask
	case action == actionTaskEdit && s.Background != "":
		return PressTaskEdit
	case action == actionTaskHistory && s.Background != "":
		return PressTaskPast
	default:
		return click.ThenNothing
	}
}
