package pages

import (
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/aisteam/aisteam/assistant"
)

const guests = 6 // faces of drawn.svg for agents that came to the team later

// drawnFaces lists the agents that have a face of their own in drawn.svg, under their ids.
func drawnFaces() []assistant.AgentID {
	return []assistant.AgentID{
		assistant.Chief, assistant.DeliveryLead, assistant.ClientSuccess, assistant.CreativeLead, assistant.GrowthLead, assistant.TechnicalLead, assistant.WebEngineer,
		assistant.SEOSpecialist, assistant.EcommerceSpecialist, assistant.SportsMedia, assistant.NotificationAgent, assistant.ResearchAgent, assistant.SchedulerAgent,
		assistant.FileAgent,
	}
}

// face is the drawing of an agent's face. Whoever has none of their own always has the same one of the others.
func face(id assistant.AgentID) string {
	if slices.Contains(drawnFaces(), id) {
		return string(id)
	}
	sum := fnv.New32a()
	sum.Write([]byte(id))
	return "guest-" + strconv.Itoa(int(sum.Sum32()%guests)+1)
}
