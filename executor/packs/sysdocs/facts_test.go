package sysdocs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

func days(d time.Duration) string { return fmt.Sprintf("%d days", d/(24*time.Hour)) }

func names[T ~string](all []T) string {
	var out []string
	for _, one := range all {
		out = append(out, string(one))
	}
	return strings.Join(out, ", ")
}

// TestTheGuideSaysWhatTheCodeDoes holds the numbers and the values of the pages against the constants: who changes one finds the page here.
func TestTheGuideSaysWhatTheCodeDoes(t *testing.T) {
	settings, all, one := assistant.DefaultSettings(), assistant.BudgetOfExecutors(), assistant.BudgetOfExecutors().Share(1)
	pages := written(t)
	for slug, facts := range map[string][]string{
		"workspace": {
			"nobody has changed for " + days(workspace.StalledAfter) + " or more", fmt.Sprintf("within the next %d days", workspace.UpcomingDays),
		},
		"approvals": {
			fmt.Sprintf("An action waits %d hour and a plan or a question %d hours", settings.ApprovalHours, settings.PlanHours),
			map[int]string{6: "at most six steps"}[assistant.MostAtOnce], fmt.Sprintf("for %d days, and for %d uses at most", assistant.StandingDays, assistant.StandingUses),
		},
		"executors": {
			fmt.Sprintf("Up to %d executors", assistant.MostDelegated),
			fmt.Sprintf("%d model calls, %d look-ups, %d,000 tokens, %d US cents and %d minutes", all.Steps, all.Queries, all.Tokens/1000, all.Micros/10_000, all.Time/time.Minute),
			fmt.Sprintf("at most %d model calls, %d look-ups and %d minutes", one.Steps, one.Queries, one.Time/time.Minute),
		},
		"automations": {
			fmt.Sprintf("shortest interval is %d minutes", assistant.BackgroundShortest/time.Minute),
			fmt.Sprintf("at most %d automations, and a team %d", assistant.BackgroundsOfPerson, assistant.BackgroundsOfTenant),
			fmt.Sprintf("after %d failures in a row", assistant.BackgroundFailures), fmt.Sprintf("at most %d percent", assistant.BackgroundShare),
			fmt.Sprintf("%d times and %d days at most", assistant.StandingUses, assistant.StandingDays),
		},
		"files": {fmt.Sprintf("up to %d files to a message, each of up to %d MB", assistant.MaxFiles, assistant.MaxFileBytes>>20)},
		"retention": {
			"answered: " + days(assistant.RecordingsKept), "a hook received: " + days(assistant.HookEventsKept), "is known: " + days(assistant.HookIDsKept),
			days(assistant.SessionLife) + " from signing in, and " + days(assistant.SessionIdle) + " without use",
			fmt.Sprintf("login began: %d hours", assistant.OpenIDSessionLife/time.Hour), "invites somebody: " + days(assistant.InvitationLife),
			fmt.Sprintf("to sign in: %d minutes", assistant.MailedCodeLife/time.Minute), fmt.Sprintf("links two accounts: %d minutes", assistant.LinkCodeLife/time.Minute),
		},
		"roles":    {"works once and for " + days(assistant.InvitationLife)},
		"settings": {map[time.Duration]string{92 * 24 * time.Hour: "for three months at most"}[assistant.MaxDelegation], "English, German, French and Spanish"},
		"workspace-data": {
			"type (" + names(workspace.ProjectTypes()) + ")", "scope (" + names(workspace.Scopes()) + ")", "status (" + names(workspace.ProjectStatuses()) + ")",
			"status (" + names(workspace.TaskStatuses()) + ")", "priority (" + names(workspace.Priorities()) + ")", "status (" + names(workspace.BlockerStatuses()) + ")",
			"type (" + names(workspace.DocumentTypes()) + ")", "status (" + names(workspace.DocumentStatuses()) + ")",
		},
	} {
		page := strings.Join(strings.Fields(pages[slug]), " ")
		for _, fact := range facts {
			if fact == "" || !strings.Contains(page, fact) {
				t.Errorf("the page %s does not say “%s”", slug, fact)
			}
		}
	}
}

func TestTheGuideNamesEverybodyOnTheTeam(t *testing.T) {
	page := written(t)["team"]
	for _, a := range team.Roster() {
		if !strings.Contains(page, "\n- "+a.Name+", "+a.Title+":") {
			t.Errorf("%s, %s, is not on the page", a.Name, a.Title)
		}
	}
	if n := strings.Count(page, " Lead:") + strings.Count(page, "\n- "); n < len(team.Roster()) {
		t.Error(n)
	}
}

func TestTheGuideNamesTheLaws(t *testing.T) {
	page := strings.ToLower(written(t)["laws"])
	for _, law := range []assistant.Law{assistant.LawScope, assistant.LawClarity, assistant.LawTransparency, assistant.LawNoReturn} {
		if !strings.Contains(page, "\n## "+string(law)+"\n") {
			t.Errorf("%s is no heading", law)
		}
	}
}

func TestTheGuideNamesTablesThatAreThere(t *testing.T) {
	var made strings.Builder
	for _, pattern := range []string{"storage", "background/store", "executor/packs/*/store"} {
		files, err := filepath.Glob("../../../" + pattern + "/migrations/sqlite/*.sql")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range files {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			made.Write(raw)
		}
	}
	named := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(written(t)["run-data"], -1)
	if len(named) < 12 {
		t.Fatalf("only %d tables are named", len(named))
	}
	for _, m := range named {
		if !regexp.MustCompile(`(?i)create table (if not exists )?` + m[1] + `\b`).MatchString(made.String()) {
			t.Errorf("no migration makes %s", m[1])
		}
	}
}
