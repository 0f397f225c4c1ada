package assistant

// AgentID names an agent of the roster. The set is closed; the roster itself is in package agents.
type AgentID string

// The fourteen agents.
const (
	Chief               AgentID = "chief"
	DeliveryLead        AgentID = "deliveryLead"
	ClientSuccess       AgentID = "clientSuccess"
	CreativeLead        AgentID = "creativeLead"
	GrowthLead          AgentID = "growthLead"
	TechnicalLead       AgentID = "technicalLead"
	WebEngineer         AgentID = "webEngineer"
	SEOSpecialist       AgentID = "seoSpecialist"
	EcommerceSpecialist AgentID = "ecommerceSpecialist"
	SportsMedia         AgentID = "sportsMedia"
	NotificationAgent   AgentID = "notificationAgent"
	ResearchAgent       AgentID = "researchAgent"
	SchedulerAgent      AgentID = "schedulerAgent"
	FileAgent           AgentID = "fileAgent"
)

// Category says what an agent is for, and with it which tools it may hold.
type Category string

// The categories.
const (
	CategorySupervisor Category = "supervisor"
	CategoryLead       Category = "lead"
	CategoryExecution  Category = "execution"
	CategoryUtility    Category = "utility"
)

// Agent is a persona with a role and a set of tools.
type Agent struct {
	ID       AgentID  `json:"id"`
	Name     string   `json:"name"`  // Hans
	Title    string   `json:"title"` // Chief AI Officer
	Role     string   `json:"role"`  // one sentence
	Category Category `json:"category"`
	Avatar   string   `json:"avatar"` // an emoji
	Examples []string `json:"examples"`
	Ordering int      `json:"ordering"`
	Visible  bool     `json:"visible"`
	Trades   []Trade  `json:"-"` // what requests come to it for
	Left     bool     `json:"-"` // it is not on the team any more
	Lead     AgentID  `json:"-"` // who carries out what it drafts; "" for those who do so themselves
}

// Trade is a subject that an agent is responsible for. A request goes to the agent whose trade has a word in it; if several have,
// to the one that is asked first.
type Trade struct {
	Order int    // the smaller is asked first
	About string // "the shop", as in "the request is about the shop"
	Words string // each counts only as a whole, so they stand in every form that people write

	Defined bool `json:"-"` // while the product runs: what it is about is an admin's words
}

// Called is the agent's title and name as people read it: "Web Engineer Nico"; the chief goes by name alone.
func (a Agent) Called() string {
	if a.ID == Chief {
		return a.Name
	}
	return a.Title + " " + a.Name
}
