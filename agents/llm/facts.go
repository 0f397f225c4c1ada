package llm

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// The structured inputs and replies of the purposes that code asks for, in one place: whoever asks puts a *Facts value
// into [Request.Facts] (and the same JSON into the messages), and decodes a *Reply. Replies are closed: no maps and no
// open objects, because not every provider accepts those in a schema.

// ProjectFact is what a model is told of a project.
type ProjectFact struct {
	Name     string `json:"name"`
	Domain   string `json:"domain,omitempty"`
	Via      string `json:"via,omitempty"` // the kinds of its connections, through which it can be worked on
	Language string `json:"language,omitempty"`
}

// FactOf returns what a model is told of a project.
func FactOf(p assistant.Project) ProjectFact {
	var via []string
	for _, c := range p.Connections {
		via = append(via, string(c.Kind))
	}
	return ProjectFact{Name: p.Name, Domain: p.Domain, Via: strings.Join(via, ", "), Language: p.Language}
}

// Moment is when somebody said something, in the time of where they are as far as that is known: models know neither the day nor
// the zone. It is taken from the words and not from a clock, so that a question that is asked again is the same question.
func Moment(at time.Time, zone string) string {
	if at.IsZero() {
		return ""
	}
	where, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		where, zone = time.UTC, "UTC; where they are is not known"
	}
	return at.In(where).Format("Monday, 2 January 2006, 15:04") + " (" + zone + ")"
}

// AgentFact is what a model is told of an agent.
type AgentFact struct {
	ID    assistant.AgentID `json:"id"`
	Name  string            `json:"name"`
	Title string            `json:"title"`
	Role  string            `json:"role,omitempty"`
}

// ToolFact is what a model is told of a task type when it plans.
type ToolFact struct {
	Type        assistant.TaskType  `json:"type"`
	Description string              `json:"description"`
	Effect      assistant.Effect    `json:"effect"`
	Owners      []assistant.AgentID `json:"owners,omitempty"`
	Parameters  []ParameterFact     `json:"parameters"`
	Gives       []string            `json:"gives,omitempty"` // fields of its result that later steps may refer to, with their shape
}

// ParameterFact is one parameter of a task type.
type ParameterFact struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"` // its shape
	Description string   `json:"description,omitempty"`
	Required    bool     `json:"required,omitempty"`
	Enum        []string `json:"enum,omitempty"`
}

// Pair is a value by its key.
type Pair struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// SaidFact is a line of the conversation, with who said it as a fact of its own: no name and no words can pass for it.
type SaidFact struct {
	By   string `json:"by"`             // one of the constants below
	Name string `json:"name,omitempty"` // as they call themselves; it gives no rights
	Text string `json:"text"`
}

// Who says a [SaidFact].
const (
	ByPerson    = "person"    // somebody who writes to the team
	ByAssistant = "assistant" // the team
	ByOthers    = "others"    // what stood in the place before the team was called: nobody asks it for anything there
)

// ClassifyFacts is the input of [PurposeClassify].
type ClassifyFacts struct {
	Text     string     `json:"text"`
	Recent   []SaidFact `json:"recent,omitempty"`   // the last lines said, oldest first
	Question string     `json:"question,omitempty"` // an open question to the person
	Plan     string     `json:"plan,omitempty"`     // the title of a plan that waits for a decision
	Run      string     `json:"run,omitempty"`      // the title of a run in progress

	Approvals []string `json:"approvals,omitempty"` // the titles of single steps that wait for a decision
	Revisable bool     `json:"revisable,omitempty"` // and there is one among them whose next version can be written with the person's words
}

// ClassifyReply is the reply to [PurposeClassify].
type ClassifyReply struct {
	Kind   string `json:"kind" jsonschema:"one of: answer, tool, plan, reply_to_question, approve, reject, revise, stop"`
	Reason string `json:"reason" jsonschema:"one short plain sentence"`
}

// The kinds of [ClassifyReply].
const (
	KindAnswer  = "answer"            // advice, a question, small talk: say something
	KindTool    = "tool"              // one or two changes, each of one step: an agent proposes them by itself
	KindPlan    = "plan"              // work that changes something or takes several steps
	KindReply   = "reply_to_question" // it answers the open question
	KindApprove = "approve"           // yes to the open plan
	KindReject  = "reject"            // no to the open plan
	KindRevise  = "revise"            // the open plan, or what stands there for approval, is to be different
	KindStop    = "stop"              // the run in progress is to stop
)

// AnswerFacts is the input of [PurposeAnswer].
type AnswerFacts struct {
	Agent    AgentFact          `json:"agent"`              // who speaks
	Team     []AgentFact        `json:"team,omitempty"`     // and with whom
	Language assistant.Language `json:"language,omitempty"` // that is spoken
	Text     string             `json:"text"`               // what the person said
	Project  *ProjectFact       `json:"project,omitempty"`
	Projects []ProjectFact      `json:"projects,omitempty"`
	Run      string             `json:"run,omitempty"`      // how the newest run stands, a line
	Attached []FileFact         `json:"attached,omitempty"` // lately, oldest first
	Examples []string           `json:"examples,omitempty"` // requests that people can make
	Recent   []SaidFact         `json:"recent,omitempty"`   // what was said before, oldest first
	Noticed  bool               `json:"noticed,omitempty"`  // the conversation was told that it is a rehearsal
	Guest    bool               `json:"guest,omitempty"`    // a guest speaks, for whom nothing is planned, changed or looked up
}

// KnownFacts are what an answer is told of projects and work, beside [AnswerFacts].
type KnownFacts struct {
	Now      string        `json:"now,omitempty"` // as [Moment] writes it
	Project  *ProjectFact  `json:"project_in_focus"`
	Projects []ProjectFact `json:"all_projects,omitempty"`
	Run      string        `json:"newest_run,omitempty"`
}

// FileFact is what a model is told of a file that a person attached.
type FileFact struct {
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"`
	Width  int    `json:"width,omitempty"` // of a picture, in pixels
	Height int    `json:"height,omitempty"`
}

// RequirementsFacts is the input of [PurposeRequirements].
type RequirementsFacts struct {
	Now      string      `json:"now,omitempty"` // as [Moment] writes it
	Request  string      `json:"request"`
	Recent   []SaidFact  `json:"recent,omitempty"`
	Project  ProjectFact `json:"project"`
	Projects []string    `json:"projects,omitempty"` // the names of all projects
	Attached string      `json:"attached,omitempty"` // what the person attached lately, quoted
	Found    string      `json:"found,omitempty"`    // what an agent found out before, quoted
	Tools    []ToolFact  `json:"tools"`
	Agents   []AgentFact `json:"agents"`
}

// RequirementsReply is the reply to [PurposeRequirements].
type RequirementsReply struct {
	Goal         string             `json:"goal" jsonschema:"the person's goal restated in one or two sentences"`
	Title        string             `json:"title" jsonschema:"a few words naming the work"`
	Project      string             `json:"project" jsonschema:"the project the request names, exactly as it is written there; empty when it names none"`
	Projects     []string           `json:"projects,omitempty" jsonschema:"the names of the listed projects that the request is to be done on, when it means more than one; else empty"`
	Possible     bool               `json:"possible" jsonschema:"whether the listed task types can bring the goal about"`
	Search       string             `json:"search" jsonschema:"words by which further task types are looked for, where possible is false because no listed one does it; else empty"`
	Agents       []string           `json:"agents" jsonschema:"ids of the agents that are needed"`
	Requirements []RequirementReply `json:"requirements" jsonschema:"the inputs the plan needs, at most six"`
}

// RequirementReply is one input a plan needs.
type RequirementReply struct {
	Key      string        `json:"key" jsonschema:"a short identifier such as title, audience or language"`
	Question string        `json:"question"`
	Reason   string        `json:"reason" jsonschema:"why the answer matters to the goal, one sentence"`
	Required bool          `json:"required"`
	Value    string        `json:"value" jsonschema:"the answer, when the request or the project already gives it; else empty"`
	Options  []OptionReply `json:"options"`
	Default  string        `json:"default" jsonschema:"what to take when the person leaves the choice to us"`
}

// OptionReply is one possible answer.
type OptionReply struct {
	Value       string `json:"value"`
	Label       string `json:"label"`
	Description string `json:"description"`
}

// ForksFacts is the input of [PurposeForks].
type ForksFacts struct {
	Projects []ProjectFact `json:"projects,omitempty"` // that the request is for, where there are several
	Request  string        `json:"request"`
	Goal     string        `json:"goal"`
	Project  ProjectFact   `json:"project"`
	Values   []Pair        `json:"values,omitempty"`
	Tools    []ToolFact    `json:"tools"`
}

// ForksReply is the reply to [PurposeForks].
type ForksReply struct {
	Forks []ForkReply `json:"forks" jsonschema:"two or three real alternatives, or none"`
}

// ForkReply is an alternative way.
type ForkReply struct {
	Key         string `json:"key"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// PlanFacts is the input of [PurposePlan] and, with Steps and Wish, of [PurposeRevise].
type PlanFacts struct {
	Now      string        `json:"now,omitempty"` // as [Moment] writes it
	Request  string        `json:"request"`
	Recent   []SaidFact    `json:"recent,omitempty"` // what was said before the request, oldest first
	Goal     string        `json:"goal"`
	Title    string        `json:"title"`
	Project  ProjectFact   `json:"project"`
	Projects []ProjectFact `json:"projects,omitempty"` // that the steps may work on, where there are several
	Values   []Pair        `json:"values,omitempty"`
	Fork     *ForkReply    `json:"fork,omitempty"`  // the chosen way
	Found    string        `json:"found,omitempty"` // what an agent found out before, quoted
	Tools    []ToolFact    `json:"tools"`
	Agents   []AgentFact   `json:"agents"`
	Steps    []StepReply   `json:"steps,omitempty"` // the plan as it stands
	Wish     string        `json:"wish,omitempty"`  // what the person wants changed
	Done     []string      `json:"done,omitempty"`  // the keys of the steps that are done or at work already
}

// PlanReply is the reply to [PurposePlan].
type PlanReply struct {
	Title string      `json:"title"`
	Steps []StepReply `json:"steps"`
}

// ReviseReply is the reply to [PurposeRevise]: single edits of the plan, or the whole plan anew where those do not say it.
type ReviseReply struct {
	Edits []EditReply `json:"edits"`
	Steps []StepReply `json:"steps" jsonschema:"none beside edits"`
}

// EditReply is one change of a plan that leaves the rest of it as it is.
type EditReply struct {
	Do   string `json:"do"`
	Step string `json:"step" jsonschema:"the key of the step; of rename, what has the title, or nothing for the plan itself"`
	To   string `json:"to" jsonschema:"give: the id of an agent. rename: the new name. drop: nothing"`
}

// What an edit does.
const (
	EditDrop   = "drop"
	EditGive   = "give"
	EditRename = "rename"
)

// StepReply is one proposed step.
type StepReply struct {
	Key        string `json:"key" jsonschema:"unique, lowercase: draft, seo, page"`
	Group      string `json:"group" jsonschema:"A, B, C: steps of one group run in parallel, groups one after the other"`
	Owner      string `json:"owner" jsonschema:"the id of an agent"`
	Type       string `json:"type" jsonschema:"a task type"`
	Summary    string `json:"summary" jsonschema:"one line for people"`
	Parameters Object `json:"parameters" jsonschema:"a JSON object, written as a text"`
	Project    string `json:"project,omitempty" jsonschema:"the name of the project that the step works on, when projects are listed; else empty"`
}

// InterpretFacts is the input of [PurposeInterpret].
type InterpretFacts struct {
	Text      string               `json:"text"`
	Questions []assistant.Question `json:"questions"`       // still open
	Known     []Pair               `json:"known,omitempty"` // what was read from the words already
}

// InterpretReply is the reply to [PurposeInterpret].
type InterpretReply struct {
	Answers []Pair   `json:"answers" jsonschema:"only what the person's words really answer, by question key"`
	Choose  []string `json:"choose" jsonschema:"keys of the questions whose answer the person leaves to us"`
}

// SummaryFacts is the input of [PurposeSummary].
type SummaryFacts struct {
	Title   string              `json:"title"`
	Status  assistant.RunStatus `json:"status"`
	Project ProjectFact         `json:"project"`
	Tasks   []TaskFact          `json:"tasks"`
}

// TaskFact is the receipt of a task: what it was to do, and what came of it.
type TaskFact struct {
	Key     string               `json:"key"` // by which a reply speaks of it
	Summary string               `json:"summary"`
	Owner   string               `json:"owner"`
	Type    assistant.TaskType   `json:"type"`
	Status  assistant.TaskStatus `json:"status"`
	Result  string               `json:"result,omitempty"`
	URL     string               `json:"url,omitempty"`
	Undo    bool                 `json:"undo,omitempty"`
	Problem string               `json:"problem,omitempty"`
}

// SummaryReply is the reply to [PurposeSummary]: words for single receipts, and for nothing beside them.
type SummaryReply struct {
	Receipts []WordedReply `json:"receipts" jsonschema:"at most one for each task of the facts"`
}

// WordedReply words one receipt.
type WordedReply struct {
	Key      string `json:"key" jsonschema:"the key of the task"`
	Sentence string `json:"sentence" jsonschema:"one plain sentence about what came of that task, in words of its receipt"`
}
