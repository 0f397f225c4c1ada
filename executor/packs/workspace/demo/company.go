package demo

import "github.com/aisteam/aisteam/assistant/workspace"

// none is the day of a task that has none.
const none = -1000

// project is a project of the made-up company: an outdoor equipment shop.
type project struct {
	name, emoji, about string
	scope              workspace.Scope
	status             workspace.ProjectStatus
	age, left          int // days since it began, and until it is to end
	tasks              []task
	papers             []paper
}

type task struct {
	title    string
	status   workspace.TaskStatus
	priority workspace.Priority
	due      int // days from today; none for no day
	age      int // days since it was changed
	labels   []string
	blocked  string // what holds it up
	said     string // a comment on it
}

type paper struct {
	title, text string
	kind        workspace.DocumentType
	status      workspace.DocumentStatus
	age         int
}

// Short for what stands in every line.
const (
	all      = workspace.ScopeOrganization
	active   = workspace.ProjectActive
	idea     = workspace.TaskIdea
	todo     = workspace.TaskTodo
	doing    = workspace.TaskInProgress
	review   = workspace.TaskInReview
	done     = workspace.TaskDone
	low      = workspace.PriorityLow
	medium   = workspace.PriorityMedium
	high     = workspace.PriorityHigh
	critical = workspace.PriorityCritical
)

func company() []project { return append(selling(), making()...) }

func selling() []project {
	return []project{
		{
			name: "Website relaunch", emoji: "🚀", about: "A new shop front before the winter season.", scope: all, status: active, age: 45, left: 14,
			tasks: []task{
				{"Choose a design agency", done, high, -38, 37, []string{"design"}, "", "North & Pine it is."},
				{"Draw the new home page", review, high, 1, 2, []string{"design"}, "", "The header needs a darker green."},
				{"Write the product texts", doing, medium, 3, 9, []string{"content"}, "", ""},
				{"Photograph the winter jackets", doing, high, -4, 11, []string{"content"}, "The sample jackets are stuck in customs", "I have called the carrier twice."},
				{"Move the domain to the new host", todo, critical, 6, 5, []string{"hosting"}, "Nobody has the password of the old registrar", ""},
				{"Test the checkout with real cards", todo, critical, 9, 3, []string{"payment"}, "", ""},
				{"Redirect the old addresses", todo, medium, 10, 12, []string{"seo", "hosting"}, "", ""},
				{"Check the site with a screen reader", todo, high, 8, 6, []string{"accessibility"}, "", ""},
				{"Record a video for the home page", idea, low, none, 20, []string{"content"}, "", ""},
				{"Announce the launch", todo, medium, 14, 4, []string{"news"}, "", ""},
			},
			papers: []paper{
				{"Launch plan", "# Launch plan\n\nWe switch on a Tuesday morning, when the shop is quiet.\n\n1. Freeze the old shop\n2. Move the domain\n3. Watch orders for two hours\n", workspace.DocumentGeneral, workspace.DocumentInReview, 3},
				{"Brand guide", "# Brand guide\n\nForest green, warm white. We say “you”, and never “customers”.\n", workspace.DocumentGeneral, workspace.DocumentApproved, 30},
			},
		},
		{
			name: "Winter campaign", emoji: "❄️", about: "Newsletter, posts and a discount for jackets.", scope: all, status: active, age: 20, left: 30,
			tasks: []task{
				{"Plan the newsletters until January", done, high, -10, 9, []string{"news"}, "", ""},
				{"Write the first newsletter", doing, high, -1, 1, []string{"news", "content"}, "", "Subject: “The first snow is on us”."},
				{"Agree on the discount", review, critical, 0, 2, []string{"pricing"}, "Finance has not confirmed the margin", ""},
				{"Schedule the posts", todo, medium, 4, 7, []string{"social"}, "", ""},
				{"Find three customers for stories", doing, low, 12, 10, []string{"content"}, "", ""},
				{"Compare results with last year", idea, medium, none, 15, []string{"numbers"}, "", ""},
			},
			papers: []paper{{"Newsletter: first snow", "# The first snow is on us\n\nTen warm things for the first cold weekend.\n", workspace.DocumentGeneral, workspace.DocumentDraft, 1}},
		},
	}
}

func making() []project {
	return []project{
		{
			name: "Warehouse move", emoji: "📦", about: "From the old hall into the one by the station.", scope: all, status: active, age: 90, left: 60,
			tasks: []task{
				{"Sign the lease", done, critical, -60, 61, nil, "", ""},
				{"Order the shelves", doing, high, -6, 16, []string{"purchase"}, "The supplier wants a deposit first", ""},
				{"Number the aisles", todo, low, 20, 18, nil, "", ""},
				{"Plan the moving weekend", doing, high, 5, 3, nil, "", "The 12th is free for everybody."},
				{"Tell the carriers the new address", todo, critical, 18, 8, nil, "", ""},
				{"Insure the new hall", review, high, 2, 4, []string{"insurance"}, "", ""},
				{"Sell the old forklift", idea, low, none, 25, nil, "", ""},
			},
			papers: []paper{{"Moving checklist", "# Moving checklist\n\n- [ ] Shelves\n- [ ] Network\n- [ ] Carriers told\n", workspace.DocumentProtocol, workspace.DocumentDraft, 6}},
		},
		{
			name: "Repair service", emoji: "🪡", about: "Customers send in jackets, and we mend them.", scope: all, status: active, age: 30, left: 90,
			tasks: []task{
				{"Find a tailor", done, high, -12, 13, nil, "", ""},
				{"Calculate prices for zips and seams", doing, medium, 7, 2, []string{"pricing"}, "", ""},
				{"Design the return label", todo, medium, 15, 9, []string{"design"}, "", ""},
				{"Write the terms of the service", doing, high, -2, 8, []string{"legal"}, "The lawyer is on leave until Monday", ""},
				{"Offer it to ten regular customers", idea, low, none, 14, nil, "", ""},
			},
			papers: []paper{{"Interviews about repairs", "# Interviews\n\nSeven of nine would pay up to 40 for a new zip.\n", workspace.DocumentReport, workspace.DocumentPublished, 12}},
		},
		{
			name: "Supplier audit", emoji: "🔍", about: "How our suppliers treat people and rivers.", scope: all, status: workspace.ProjectOnHold, age: 120, left: -10,
			tasks: []task{
				{"Send out the questionnaire", done, medium, -80, 79, nil, "", ""},
				{"Visit the mill in Porto", todo, high, -15, 40, []string{"travel"}, "", ""},
				{"Summarize the answers", doing, medium, -20, 33, nil, "", ""},
			},
		},
		{
			name: "My own list", emoji: "📝", about: "Seen by you alone.", scope: workspace.ScopePersonal, status: active, age: 10, left: 100,
			tasks: []task{
				{"Prepare the yearly talks", todo, high, 5, 3, nil, "", ""},
				{"Read the report about repairs", todo, low, 2, 6, nil, "", ""},
				{"Book the train to Porto", todo, medium, -1, 4, []string{"travel"}, "", ""},
			},
		},
	}
}
