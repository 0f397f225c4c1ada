package workspace

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// GetAttention are the arguments of get_attention_summary.
type GetAttention struct {
	Project string `json:"project_id,omitempty" jsonschema:"only in this project, by its id or name"`
	User    string `json:"user_id,omitempty" jsonschema:"only what is assigned to this person, by their id or name; me for whoever asks"`
	Days    int    `json:"days,omitempty" jsonschema:"how many days ahead count as upcoming"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many of each at most"`
}

// AttentionFound are the fields of the result of get_attention_summary.
type AttentionFound struct {
	Stats    Stats        `json:"stats"`
	Overdue  []TaskRow    `json:"overdue" jsonschema:"not done, and their day is over"`
	Stalled  []TaskRow    `json:"stalled" jsonschema:"in progress, and unchanged for 7 days or more"`
	Upcoming []TaskRow    `json:"upcoming" jsonschema:"not done, and due soon"`
	Blockers []BlockerRow `json:"open_blockers"`
}

func (p pack) attention() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskAttention), Label: "See what needs attention", Verbs: []string{"focus"}, Examples: attentionAsked(),
		Description: "Tells what needs attention in the workspace: overdue tasks, stalled tasks (in progress and unchanged for 7 days or " +
			"more), blockers, and what is due within some days. Changes nothing.",
	}, map[string]bound{"days": upTo(30, workspace.UpcomingDays), "limit": upTo(most, 10)},
		func(ctx context.Context, a asked, in GetAttention) (out answer[AttentionFound], err error) {
			project, err := p.findProject(ctx, a, in.Project)
			if err != nil {
				return out, err
			}
			who, err := p.findMember(ctx, a, in.User)
			if err != nil {
				return out, err
			}
			days, n := or(in.Days, workspace.UpcomingDays), or(in.Limit, 10)
			totals, err := p.Totals(ctx, a.viewer, workspace.TotalsWanted{Project: project.ID, Assignee: who.Person, Today: a.today, Days: days})
			if err != nil {
				return out, err
			}
			found := AttentionFound{Stats: stats(totals)}
			for _, part := range []struct {
				to *[]TaskRow
				q  workspace.TasksWanted
			}{{&found.Overdue, workspace.TasksWanted{Overdue: true}}, {&found.Stalled, workspace.TasksWanted{Stalled: true}}, {&found.Upcoming, workspace.TasksWanted{Upcoming: days}}} {
				part.q.Project, part.q.Assignee, part.q.Today, part.q.Limit = project.ID, who.Person, a.today, n
				all, err := p.Tasks(ctx, a.viewer, part.q)
				if err != nil {
					return out, err
				}
				*part.to = rows(a, all, taskRow)
			}
			blockers, err := p.openBlockers(ctx, a, workspace.BlockersWanted{Project: project.ID, Assignee: who.Person, Limit: n})
			if err != nil {
				return out, err
			}
			found.Blockers = rows(a, blockers, blockerRow)
			says := assistant.Say("Items that need attention: %d (overdue: %d, stalled: %d, open blockers: %d); due within %d days: %d",
				totals.Attention(), totals.Overdue, totals.Stalled, totals.OpenBlockers, days, totals.Upcoming)
			return answer[AttentionFound]{says, found}, nil
		})
}

// GetWorkload are the arguments of get_user_workload.
type GetWorkload struct {
	User      string `json:"user_id,omitempty" jsonschema:"whose workload, by their id or name; that of whoever asks when left out"`
	Completed bool   `json:"include_completed,omitempty" jsonschema:"also what was done within the last 7 days"`
}

// WorkloadFound are the fields of the result of get_user_workload.
type WorkloadFound struct {
	User      MemberRow `json:"user"`
	Stats     Stats     `json:"stats"`
	Tasks     []TaskRow `json:"tasks" jsonschema:"those that are not done, what is due first"`
	Completed []TaskRow `json:"completed,omitempty"`
}

func (p pack) workload() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskWorkload), Label: "See somebody's workload", Nouns: []string{"workload", "plate"}, Examples: workloadAsked(),
		Description: "Tells what is assigned to one person in the workspace: how much is in which state, what is overdue, stalled or blocked, " +
			"and the tasks that are left. Changes nothing.",
	}, map[string]bound{"include_completed": {otherwise: false}}, func(ctx context.Context, a asked, in GetWorkload) (out answer[WorkloadFound], err error) {
		if in.User == "" {
			in.User = me
		}
		who, err := p.findMember(ctx, a, in.User)
		if err != nil {
			return out, err
		}
		totals, err := p.Totals(ctx, a.viewer, workspace.TotalsWanted{Assignee: who.Person, Today: a.today, Days: workspace.UpcomingDays})
		if err != nil {
			return out, err
		}
		open, err := p.Tasks(ctx, a.viewer, workspace.TasksWanted{Assignee: who.Person, Open: true, Limit: most})
		if err != nil {
			return out, err
		}
		found := WorkloadFound{User: memberRow(a, who), Stats: stats(totals), Tasks: rows(a, open, taskRow)}
		if in.Completed {
			done, err := p.Tasks(ctx, a.viewer, workspace.TasksWanted{Assignee: who.Person, DoneSince: a.now.Add(-recently), Limit: most})
			if err != nil {
				return out, err
			}
			found.Completed = rows(a, done, taskRow)
		}
		left := totals.Tasks - totals.ByStatus[workspace.TaskDone]
		says := assistant.Say("%s: open tasks: %d, overdue: %d, due within %d days: %d, stalled: %d", who.Name, left, totals.Overdue, workspace.UpcomingDays, totals.Upcoming, totals.Stalled)
		return answer[WorkloadFound]{says, found}, nil
	})
}

// recently is how far back something done counts as recently done.
const recently = 7 * 24 * time.Hour
