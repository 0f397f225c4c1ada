package workspace

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// GetMembers are the arguments of get_team_members.
type GetMembers struct {
	Team    string `json:"team_id,omitempty" jsonschema:"only those of this team, by its id or name; everybody in the organization when left out"`
	Project string `json:"project_id,omitempty" jsonschema:"only those who take part in this project, by its id or name"`
	Search  string `json:"search,omitempty" jsonschema:"words in their name"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many at most"`
}

// MembersFound are the fields of the result of get_team_members and of get_collaborators.
type MembersFound struct {
	Members []MemberRow `json:"members"`
}

func membersFound(a asked, all []workspace.Member) answer[MembersFound] {
	says := assistant.Say("There are %d people", len(all))
	switch len(all) {
	case 0:
		says = assistant.Say("There is nobody")
	case 1:
		says = assistant.Say("There is 1 person")
	}
	return answer[MembersFound]{says, MembersFound{rows(a, all, memberRow)}}
}

func (p pack) members() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskMembers), Label: "List the people of a team", Nouns: []string{"team", "members", "people"}, Examples: membersAsked(),
		Description: "Lists the people of the organization, of one of its teams, or who take part in a project of the workspace. Changes nothing.",
	}, map[string]bound{"limit": upTo(mostPeople, most)}, func(ctx context.Context, a asked, in GetMembers) (out answer[MembersFound], err error) {
		project, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		team, err := p.findTeam(ctx, a, in.Team)
		if err != nil {
			return out, err
		}
		all, err := p.Members(ctx, a.viewer, workspace.MembersWanted{Team: team.ID, Project: project.ID, Words: in.Search, Limit: or(in.Limit, most)})
		if err != nil {
			return out, err
		}
		return membersFound(a, all), nil
	})
}

// findTeam is the team that an argument names by its id or its name; the zero value where it names none.
func (p pack) findTeam(ctx context.Context, a asked, said string) (none workspace.Team, err error) {
	if said == "" {
		return none, nil
	}
	if p.teamed == nil {
		return none, workspace.ErrNoTeam
	}
	all, err := p.teamed.Teams(ctx, a.viewer)
	if err != nil {
		return none, err
	}
	var called []workspace.Team
	for _, t := range all {
		if string(t.ID) == said {
			return t, nil
		}
		if holds(t.Name, said) {
			called = append(called, t)
		}
	}
	return meant(said, called, func(t workspace.Team) string { return t.Name }, workspace.ErrNoTeam)
}

// GetCollaborators are the arguments of get_collaborators.
type GetCollaborators struct {
	Project string `json:"project_id,omitempty" jsonschema:"who takes part in this project, by its id or name"`
	User    string `json:"user_id,omitempty" jsonschema:"who works with this person, by their id or name; with whoever asks when left out"`
}

func (p pack) collaborators() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskCollaborators), Label: "See who works with whom", Nouns: []string{"collaborators"}, Examples: collaboratorsAsked(),
		Description: "Lists who takes part in a project of the workspace, or with whom somebody shares projects. Changes nothing.",
	}, nil, func(ctx context.Context, a asked, in GetCollaborators) (out answer[MembersFound], err error) {
		project, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		if in.User == "" && project.ID == "" {
			in.User = me
		}
		who, err := p.findMember(ctx, a, in.User)
		if err != nil {
			return out, err
		}
		all, err := p.Members(ctx, a.viewer, workspace.MembersWanted{Project: project.ID, With: who.Person, Limit: most})
		if err != nil {
			return out, err
		}
		return membersFound(a, all), nil
	})
}

// GetTeamActivity are the arguments of get_team_activity.
type GetTeamActivity struct {
	Days    int      `json:"days,omitempty" jsonschema:"how many days back"`
	User    string   `json:"user_id,omitempty" jsonschema:"only what this person did, by their id or name; me for whoever asks"`
	Project string   `json:"project_id,omitempty" jsonschema:"only in this project, by its id or name"`
	Types   []string `json:"activity_types,omitempty" jsonschema:"only what was done to things of these kinds"`
	Limit   int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// ActivityFound are the fields of the result of get_team_activity and of get_recent_activity.
type ActivityFound struct {
	Activity []EventRow `json:"activity"`
}

func (p pack) teamActivity() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskTeamActivity), Label: "See what the team did", Nouns: []string{"activity"}, Examples: teamActivityAsked(),
		Description: "Tells what people did in the workspace's projects within the last days, the newest first: who did what to which task, " +
			"document, comment, project or blocker. Changes nothing.",
	}, map[string]bound{"days": upTo(30, 7), "activity_types": among(workspace.EntityTypes()), "limit": upTo(most, usual)},
		func(ctx context.Context, a asked, in GetTeamActivity) (out answer[ActivityFound], err error) {
			project, err := p.findProject(ctx, a, in.Project)
			if err != nil {
				return out, err
			}
			who, err := p.findMember(ctx, a, in.User)
			if err != nil {
				return out, err
			}
			return p.happened(ctx, a, workspace.EventsWanted{
				Since: a.now.Add(-time.Duration(or(in.Days, 7)) * 24 * time.Hour), Actor: who.Person, Project: project.ID,
				Types: typed[workspace.EntityType](in.Types), Limit: or(in.Limit, usual),
			})
		})
}

// GetActivity are the arguments of get_recent_activity.
type GetActivity struct {
	Hours  int  `json:"hours,omitempty" jsonschema:"how many hours back"`
	Limit  int  `json:"limit,omitempty" jsonschema:"how many at most"`
	Others bool `json:"exclude_own,omitempty" jsonschema:"without what whoever asks did"`
}

func (p pack) activity() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskActivity), Label: "See what happened lately", Nouns: []string{"activity"}, Examples: activityAsked(),
		Description: "Tells what happened in all projects of the workspace within the last hours, the newest first. Changes nothing.",
	}, map[string]bound{"hours": upTo(168, 24), "limit": upTo(most, 30), "exclude_own": {otherwise: false}},
		func(ctx context.Context, a asked, in GetActivity) (answer[ActivityFound], error) {
			q := workspace.EventsWanted{Since: a.now.Add(-time.Duration(or(in.Hours, 24)) * time.Hour), Limit: or(in.Limit, 30)}
			if in.Others {
				q.Without = a.viewer.Person
			}
			return p.happened(ctx, a, q)
		})
}

func (p pack) happened(ctx context.Context, a asked, q workspace.EventsWanted) (answer[ActivityFound], error) {
	all, err := p.recorded.Events(ctx, a.viewer, q)
	if err != nil {
		return answer[ActivityFound]{}, err
	}
	says := assistant.Say("%d things happened", len(all))
	switch len(all) {
	case 0:
		says = assistant.Say("Nothing happened")
	case 1:
		says = assistant.Say("1 thing happened")
	case q.Limit:
		says = assistant.Say("These are the last %d things that happened", q.Limit)
	}
	return answer[ActivityFound]{says, ActivityFound{rows(a, all, eventRow)}}, nil
}
