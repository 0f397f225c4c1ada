package pages

import "github.com/aisteam/aisteam/assistant"

// place is a part of the panel that its navigation leads to.
type place struct {
	icon  string // of drawn.svg
	label assistant.Sentence
	pages []subpage // the first is where the navigation leads
	admin bool      // only admins have it
}

// subpage is one of the pages of a part. Those without a label stand in no list: something else leads to them.
type subpage struct {
	path  string
	room  string // what [Pages.View] calls it
	label assistant.Sentence
}

// places are the parts of the panel, in the order in which they are listed.
func places() []place {
	return []place{
		{icon: "chat", label: assistant.Say("Chat"), pages: []subpage{{path: "/", room: "New conversation"}, {room: "People in this conversation"}}},
		{icon: "needs", label: assistant.Say("Needs you"), pages: []subpage{{path: "/waiting", room: "Needs you"}}},
		{icon: "work", label: assistant.Say("Work"), pages: []subpage{{path: "/work", room: "Work"}, {room: "Timeline"}}},
		{icon: "automations", label: assistant.Say("Automations"), pages: []subpage{
			{path: "/tasks", room: "Automations", label: assistant.Say("By time")}, {path: "/hooks", room: "Events", label: assistant.Say("By events")},
		}},
		{icon: "files", label: assistant.Say("Files"), pages: []subpage{{path: "/files", room: "Files"}}},
		{icon: "people", label: assistant.Say("People and rules"), pages: []subpage{
			{path: "/people", room: "People", label: assistant.Say("People")}, {path: "/approvals", room: "Who approves", label: assistant.Say("Who approves")},
		}},
		{icon: "settings", label: assistant.Say("Settings"), pages: []subpage{
			{path: "/settings", room: "Settings", label: assistant.Say("General")},
			{path: "/notifications", room: "Notifications", label: assistant.Say("Notifications")},
			{path: "/sessions", room: "Sessions", label: assistant.Say("Sessions")},
		}},
		{icon: "operations", label: assistant.Say("Operations"), admin: true, pages: []subpage{
			{path: "/operations", room: "Operations", label: assistant.Say("Overview")},
			{path: "/deliveries", room: "Deliveries that failed", label: assistant.Say("Deliveries that failed")},
			{room: "Design"},
		}},
	}
}

// Place is a part of the panel as one page lists it.
type Place struct {
	Path, Icon string
	Of         assistant.Sentence // the part that a page of several is of
	Label      assistant.Sentence
	Here       bool // the page is one of it
}

// Needs tells whether it is the place of what waits for the viewer, which shows a count.
func (p Place) Needs() bool { return p.Icon == "needs" }

// Places returns the places that the viewer may use.
func (v View) Places() []Place {
	var out []Place
	for _, p := range places() {
		if !p.admin || v.Admin {
			out = append(out, Place{Path: p.pages[0].path, Icon: p.icon, Label: p.label, Here: p.has(v.Room)})
		}
	}
	return out
}

func (p place) has(room string) bool {
	for _, one := range p.pages {
		if one.room == room {
			return true
		}
	}
	return false
}

const tabsShown = 4 // parts in the bar of a phone; the others are in its menu

// Tabs are the parts that the bar of a phone leads to.
func (v View) Tabs() []Place {
	all := v.Places()
	return all[:min(len(all), tabsShown)]
}

// Commands are what can be gone to from anywhere: every page, and where something new is begun.
func (v View) Commands() []Place {
	out := []Place{
		{Path: "/", Label: assistant.Say("New conversation")}, {Path: "/tasks#new-title", Label: assistant.Say("New automation")},
	}
	if v.Admin {
		out = append(out, Place{Path: "/people#invite", Label: assistant.Say("Invite somebody")}, Place{Path: "/settings#add", Label: assistant.Say("Add a project")})
	}
	for _, p := range places() {
		if p.admin && !v.Admin {
			continue
		}
		if len(p.pages) == 1 {
			out = append(out, Place{Path: p.pages[0].path, Label: p.label})
			continue
		}
		for _, one := range p.pages {
			if !one.label.IsZero() {
				out = append(out, Place{Path: one.path, Of: p.label, Label: one.label})
			}
		}
	}
	return out
}

// Subpages are the pages of the part that a page is of, where there are several.
func (v View) Subpages() []Place {
	var out []Place
	for _, p := range places() {
		for _, one := range p.pages {
			if p.has(v.Room) && !one.label.IsZero() {
				out = append(out, Place{Path: one.path, Label: one.label, Here: one.room == v.Room})
			}
		}
	}
	return out
}
