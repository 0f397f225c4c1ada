package planning

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/agents/lazy"
	"github.com/aisteam/aisteam/assistant"
)

const projectKey = "project"

// place is which project a request is about.
type place struct {
	project assistant.Project
	found   bool
	unknown string              // a name that no project has, as it was written
	several []assistant.Project // it could be any of these
}

// Ways of naming a project that leave no doubt that it is one.
var (
	namedQuoted  = lazy.Pattern(`(?i:\b(?:project|site|website|client)\s+(?:called|named)\s+)["“'«]([^"”'»\n]{1,60})["”'»]`)
	namedCalled  = lazy.Pattern(`(?i:\b(?:project|site|website|client)\s+(?:called|named)\s+)([\pL\pN][\pL\pN._-]*(?:\s\p{Lu}[\pL\pN._-]*){0,2})`)
	namedAfter   = lazy.Pattern(`(?i:\b(?:for|on|in|at|to)\s+(?:the\s+|our\s+|my\s+)?(?:project|site|website|client)\s+)["“'«]?(\p{Lu}[\pL\pN._-]*(?:\s\p{Lu}[\pL\pN._-]*){0,2})`)
	namedBefore  = lazy.Pattern(`(?i:\b(?:for|on|in|at|to)\s+(?:the\s+|our\s+|my\s+)?)["“'«]?(\p{Lu}[\pL\pN._-]*(?:\s\p{Lu}[\pL\pN._-]*){0,2})["”'»]?(?:'s|’s)?\s+(?:project|site|website)\b`)
	domainNaming = lazy.Pattern(`(?i)\b(?:on|for|in|at|to)\s+(?:www\.)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24})\b`)
	verbs        = lazy.Pattern(`(?i)\b(?:(audit|check|analy[sz]e|look)|create|make|build|add|write|publish|change|update|replace|edit|set)\b`)
)

// locate finds the project a text is about: one it names, else the conversation's focus, else the tenant's only one.
func locate(text string, projects []assistant.Project, focus assistant.ProjectID) place {
	if name := named(text); name != "" {
		p, ok := match(name, projects)
		if !ok {
			return place{unknown: line(name, maxLabel)}
		}
		return place{project: p, found: true}
	}
	spoken := projectsIn(text, projects)
	if len(spoken) == 1 {
		return place{project: spoken[0], found: true}
	}
	if len(spoken) > 1 {
		return place{several: spoken}
	}
	for _, p := range projects {
		if p.ID == focus && focus != "" {
			return place{project: p, found: true}
		}
	}
	if len(projects) == 1 {
		return place{project: projects[0], found: true}
	}
	return place{several: projects}
}

// projectsIn are the projects that a text speaks of, by name or domain.
func projectsIn(text string, projects []assistant.Project) []assistant.Project {
	var out []assistant.Project
	for _, p := range projects {
		if mentions(text, p.Name) || (p.Domain != "" && mentions(text, p.Domain)) {
			out = append(out, p)
		}
	}
	return out
}

func named(text string) string {
	for _, naming := range []func() *regexp.Regexp{namedQuoted, namedCalled, namedAfter, namedBefore} {
		if m := naming().FindStringSubmatch(text); m != nil {
			return strings.TrimRight(strings.TrimSpace(m[1]), ".,;:-")
		}
	}
	if m := domainNaming().FindStringSubmatchIndex(text); m != nil && !looksAt(text[:m[0]]) {
		return text[m[2]:m[3]]
	}
	return ""
}

// looksAt tells whether the last thing to be done in a text is to look at something, which may be any address.
func looksAt(text string) bool {
	all := verbs().FindAllStringSubmatch(text, -1)
	return len(all) > 0 && all[len(all)-1][1] != ""
}

// match finds a project by name, slug, domain or id.
func match(name string, projects []assistant.Project) (assistant.Project, bool) {
	want := strings.TrimPrefix(folded(name), "www ")
	i := slices.IndexFunc(projects, func(p assistant.Project) bool {
		return want != "" && (want == folded(p.Name) || want == folded(p.Slug) || want == folded(p.Domain)) ||
			name == string(p.ID)
	})
	if i < 0 {
		return assistant.Project{}, false
	}
	return projects[i], true
}

// context takes stage 2, the check of the project context, and goes on.
func (w *work) context(ctx context.Context) (Move, error) {
	all := w.situation.Projects
	at := locate(w.brief.Request, all, w.situation.Conversation.Project)
	switch {
	case !at.found && at.unknown == "" && w.placeless():
		return w.requirements(ctx)
	case at.unknown != "" && len(all) > 0:
		return w.unknownProject(ctx, at.unknown)
	case !at.found && len(at.several) > 1:
		return w.undecided(ctx, at.several)
	case !at.found:
		return w.missesProject(ctx, at.several)
	default:
		return w.enter(ctx, at.project)
	}
}

// placeless tells whether the request needs no project.
func (w *work) placeless() bool { return w.team.Placeless(w.brief.Request) }

// missesProject asks which of the projects is meant, or says that there is none.
func (w *work) missesProject(ctx context.Context, among []assistant.Project) (Move, error) {
	if len(w.situation.Projects) > 0 {
		return w.askProject(ctx, w.say("Which project is this for?"), among)
	}
	return w.ends(problem(assistant.SideContext, assistant.Say("There is no project here yet, so I do not know what to work on."),
		assistant.Say("An admin adds one: in Slack on my Home tab under Sites, or on the panel under Settings. Then ask me again."))), nil
}

// otherWay is the way on where the rules do not allow something.
func (w *work) otherWay() assistant.Sentence {
	if w.project.ID == "" {
		return assistant.Say("Ask for it in another way, or say which project it is for.")
	}
	return assistant.Say("Ask for it in another way, or change what is allowed for %s.", w.project.Name)
}

// enter goes on with a project.
func (w *work) enter(ctx context.Context, p assistant.Project) (Move, error) {
	w.project, w.brief.Project = p, p.ID
	if err := w.think(ctx, w.say("Hans is checking the project context: %s", w.siteOf(p))); err != nil {
		return Move{}, err
	}
	return w.requirements(ctx)
}

func (w *work) unknownProject(ctx context.Context, name string) (Move, error) {
	if err := w.think(ctx, w.say("Hans found no project of that name")); err != nil {
		return Move{}, err
	}
	return w.ends(problem(assistant.SideContext,
		assistant.Say("I do not know a project called %s. I know %s.", name, w.words().List(w.names(w.situation.Projects))),
		assistant.Say("Ask again with the name of one of these, or add the project first."))), nil
}

func (w *work) askProject(ctx context.Context, intro string, among []assistant.Project) (Move, error) {
	if err := w.think(ctx, w.say("Hans does not know which project is meant, and asks")); err != nil {
		return Move{}, err
	}
	w.brief.Status = assistant.PlanGathering
	return w.pose(assistant.StageProject, intro, []assistant.Question{w.projectQuestion(among)}), nil
}

func (w *work) projectQuestion(among []assistant.Project) assistant.Question {
	q := assistant.Question{
		Key: projectKey, Text: w.say("Which project do you mean?"), Free: true,
		Reason: w.say("I never guess which site to change."),
	}
	for _, p := range among[:min(len(among), maxOptions)] {
		q.Options = append(q.Options, assistant.Option{
			Value: string(p.ID), Label: clip(p.Name, maxLabel), Description: clip(w.siteOf(p), maxLabel),
		})
	}
	return q
}

// answerProject reads the answer to the question for the project.
func (w *work) answerProject(ctx context.Context, values map[string]string, text string) (Move, error) {
	all := w.situation.Projects
	if len(all) == 0 {
		return w.context(ctx)
	}
	if many := projectsIn(text, all); len(many) > 1 {
		w.take(many)
		return w.requirements(ctx)
	}
	answer := values[projectKey]
	if answer == "" {
		answer = read(w.team, []assistant.Question{w.projectQuestion(all)}, nil, text).values[projectKey]
	}
	if p, ok := match(answer, all); ok {
		return w.enter(ctx, p)
	}
	if at := locate(text, all, ""); text != "" && at.found && len(all) > 1 {
		return w.enter(ctx, at.project)
	}
	if reply, ok, err := w.meansSeveral(ctx, text); ok || err != nil {
		if err != nil {
			return Move{}, err
		}
		return w.onSeveral(ctx, reply)
	}
	intro := w.say("I still need to know which project this is for.")
	if name := line(answer, maxLabel); name != "" {
		intro = w.say("I do not know a project called %s. I know %s.", name, w.words().List(w.names(all)))
	}
	return w.askProject(ctx, intro, all)
}

func (w *work) names(projects []assistant.Project) []string {
	var out []string
	for _, p := range projects[:min(len(projects), 8)] {
		out = append(out, p.Name)
	}
	if more := len(projects) - len(out); more > 0 {
		out = append(out, w.say("%d others", more))
	}
	return out
}

// siteOf is "aquaverter.ca, a folder of pages".
func (w *work) siteOf(project assistant.Project) string {
	var says []string
	for _, form := range w.connections {
		if _, ok := project.Connected(form.Kind); ok {
			says = append(says, w.words().Label(form.Says))
		}
	}
	where := cmp.Or(project.Domain, project.Name)
	if len(says) == 0 {
		return where
	}
	return where + ", " + w.words().List(says)
}

// pose makes the Move that asks.
func (w *work) pose(stage assistant.Stage, intro string, qs []assistant.Question) Move {
	b := w.brief
	return Move{Brief: &b, Ask: &assistant.Clarification{
		ID: assistant.NewID[assistant.ClarificationID](w.ids), Plan: b.Plan, Stage: stage, Intro: intro,
		Questions: qs, ExpiresAt: w.now().Add(w.waits()),
	}}
}

// waits is how long a plan or a question can be decided: as long as the tenant says.
func (w *work) waits() time.Duration {
	return cmp.Or(w.situation.Settings.PlanTTL(), assistant.DefaultSettings().PlanTTL())
}
