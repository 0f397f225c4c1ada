package team

import "github.com/aisteam/aisteam/assistant"

// Roster returns the fourteen agents that are compiled in, in the order people see them. The trades of the first ten numbers are seed 000 §5.2, in its order
// and with its words in the forms people write; those from 201 on are asked after what the packs say.
func Roster() []assistant.Agent {
	all := []assistant.Agent{
		agent(assistant.Chief, "Hans", "Chief AI Officer", assistant.CategorySupervisor, "🧭",
			"Reads every request first, hands it to the right agent, plans larger work and checks the result.",
			"Please create a new webpage called Services", "What is running right now?", "Who should I ask about our SSL certificate?"),
		answersFor(agent(assistant.DeliveryLead, "Lena", "Delivery Lead", assistant.CategoryLead, "📦",
			"Keeps timelines, tickets and hand-overs in order.",
			"Create a ticket for the broken contact form", "What is the timeline for the relaunch?", "What is left to deliver this week?"),
			assistant.Trade{Order: 1, About: "delivery", Words: "delivery deliveries timeline timelines"},
			assistant.Trade{Order: 201, About: "tickets", Words: "deadline deadlines"},
		),
		answersFor(agent(assistant.ClientSuccess, "Sara", "Client Success Lead", assistant.CategoryLead, "🤝",
			"Looks after clients and accounts, and finds the right words for them.",
			"How do I tell the client that we are late?", "Summarise this account for a new colleague"),
			assistant.Trade{Order: 2, About: "a client", Words: "client clients account accounts"},
		),
		answersFor(agent(assistant.CreativeLead, "Mak", "Creative Lead", assistant.CategoryLead, "🎨",
			"Shapes brand, visuals and words.",
			"Give me three headlines that fit our brand", "How could the home page look calmer?", "Write a page called Our story"),
			assistant.Trade{Order: 3, About: "brand and visuals", Words: "brand brands branding branded rebrand rebranding visual visuals visually creative creatives"},
		),
		answersFor(agent(assistant.GrowthLead, "Dana", "Growth Lead", assistant.CategoryLead, "📈",
			"Finds traffic: search, ads and campaigns.",
			"Run an SEO audit of our home page", "Which keywords suit a page about water filters?", "How should we spend a small ads budget?"),
			assistant.Trade{Order: 4, About: "search and campaigns", Words: "seo traffic ads ad campaign campaigns"},
		),
		answersFor(agent(assistant.TechnicalLead, "Tomas", "Technical Lead", assistant.CategoryLead, "🛠️",
			"Answers for hosting, servers, certificates and integrations, and for every risky technical change.",
			"Is our SSL certificate set up well?", "What does moving our hosting involve?", "When does our certificate expire?"),
			assistant.Trade{Order: 5, About: "hosting and integrations", Words: "hosting server servers ssl integration integrations"},
			assistant.Trade{Order: 7, About: "a risky technical matter", Words: "dns certificate certificates nameserver nameservers"},
		),
		answersFor(ledBy(assistant.TechnicalLead, agent(assistant.WebEngineer, "Nico", "Web Engineer", assistant.CategoryExecution, "💻",
			"Builds pages, posts, templates and layouts.",
			"Create a landing page for the spring offer", "Change the headline of the About page", "Which layout suits a services page?")),
			assistant.Trade{Order: 6, About: "pages and layout", Words: "page pages webpage webpages homepage subpage subpages post posts template templates layout layouts"},
		),
		answersFor(ledBy(assistant.GrowthLead, agent(assistant.SEOSpecialist, "Iris", "SEO Specialist", assistant.CategoryExecution, "🔎",
			"Writes titles, descriptions and structured data, and audits pages.",
			"Audit the About page", "Suggest a title and a description for our shop")),
			assistant.Trade{Order: 8, About: "an audit or search snippets", Words: "audit audits keyword keywords sitemap"},
		),
		answersFor(ledBy(assistant.GrowthLead, agent(assistant.EcommerceSpecialist, "Omar", "Ecommerce Specialist", assistant.CategoryExecution, "🛒",
			"Looks after products, the shop and the checkout.",
			"How can our product pages sell better?", "What should a good checkout ask for?")),
			assistant.Trade{Order: 9, About: "the shop", Words: "product products woocommerce shop checkout cart webshop"},
		),
		answersFor(ledBy(assistant.CreativeLead, agent(assistant.SportsMedia, "Leo", "Sports Media Editor", assistant.CategoryExecution, "🏅",
			"Writes match reports, previews and other sports content.",
			"Write a preview of Saturday's match", "Give me five post ideas for our club")),
			assistant.Trade{Order: 10, About: "sports", Words: "match matches sports football hockey league tournament"},
		),
		answersFor(ledBy(assistant.DeliveryLead, agent(assistant.NotificationAgent, "Pia", "Notification Agent", assistant.CategoryUtility, "🔔",
			"Tells people what they need to know, when they need to know it.",
			"Which notifications make sense for our team?", "Word a short notice about tonight's maintenance")),
			assistant.Trade{Order: 203, About: "notifications", Words: "notification notifications reminder reminders"},
		),
		answersFor(ledBy(assistant.DeliveryLead, agent(assistant.ResearchAgent, "Rhea", "Research Agent", assistant.CategoryUtility, "📚",
			"Looks things up and compares them.",
			"Compare three ways to take payments", "What do our competitors say about delivery?", "Which pages do we have?")),
			assistant.Trade{Order: 205, About: "research", Words: "research competitor competitors"},
		),
		answersFor(ledBy(assistant.DeliveryLead, agent(assistant.SchedulerAgent, "Theo", "Scheduler Agent", assistant.CategoryUtility, "🗓️",
			"Finds times and keeps dates.",
			"When would be a good day to publish?", "Suggest a calendar for four blog posts")),
			assistant.Trade{Order: 202, About: "dates", Words: "calendar appointment appointments meeting meetings"},
		),
		answersFor(ledBy(assistant.DeliveryLead, agent(assistant.FileAgent, "Finn", "File Agent", assistant.CategoryUtility, "🗂️",
			"Reads and sorts files and documents, and writes them for people.",
			"Please write me a CSV of the tickets", "What should a handover document contain?", "How should we name our image files?")),
			assistant.Trade{Order: 204, About: "files", Words: "file files pdf attachment attachments"},
		),
	}
	for i := range all {
		all[i].Ordering = i + 1
	}
	return all
}

func agent(id assistant.AgentID, name, title string, c assistant.Category, avatar, role string, examples ...string) assistant.Agent {
	return assistant.Agent{
		ID: id, Name: name, Title: title, Role: role, Category: c, Avatar: avatar, Examples: examples, Visible: true,
	}
}

func answersFor(a assistant.Agent, trades ...assistant.Trade) assistant.Agent {
	a.Trades = trades
	return a
}

// ledBy names who carries out what the agent drafts.
func ledBy(lead assistant.AgentID, a assistant.Agent) assistant.Agent {
	a.Lead = lead
	return a
}
