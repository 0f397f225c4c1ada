package own

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording/waits"
)

// show is a query: it tells what the asker has set for themselves, and nothing of anybody else.
func (p pack) show() tools.Tool {
	return looking(TaskShow, "Show one's own settings",
		"Tells what the person who asks has set for themselves: language, time zone, where they hear of what, until when they are left alone, and who decides for them, or approves in their place. Changes nothing.",
		[]examples.Example{example("", nil, examples.Words{
			assistant.English: {"show [is] time zone|timezone", "show [is] timezone", "show time zone am|do i in|have [you]", "show settings", "show [is] language", "who [currently] decides|approves for|for", "for whom do i decide", "who may decide|approve for|for"},
			assistant.German:  {"zeige [ist] zeitzone [ist]", "in zeige zeitzone bin", "zeige [sind] einstellungen", "zeige [ist] sprache", "wer entscheidet [gerade] für|für", "für wen entscheide"},
			assistant.French:  {"montre est fuseau [horaire]", "montre réglages", "montre [est] langue", "qui décide pour|pour", "pour qui je décide"},
			assistant.Spanish: {"cuál es zona horaria", "muestra es zona horaria", "cuál es huso horario", "muestra ajustes", "quién decide por|para", "por quién decido"},
		})}, p.runShow)
}

func (p pack) runShow(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	if c.Asker.ID == "" {
		return assistant.Receipt{}, whoAsks()
	}
	h, err := p.Settings.Hearing(ctx, c.Tenant, c.Asker.ID)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("read what %s has chosen: %w", c.Asker.ID, err)
	}
	all, err := p.standing(ctx, c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	w := words(c)
	lines := []string{zoneSaid(w, c.Asker.Zone)}
	if h.Language != "" {
		lines = append(lines, w.Say("Your language is %s.", h.Language.Own()))
	}
	for _, t := range assistant.Topics() {
		lines = append(lines, "- "+waits.Topic(w, t)+": "+waits.Way(w, h.Where[t]))
	}
	if until := h.MutedUntil; p.Now().Before(until) {
		lines = append(lines, waits.Hushed(w, w.Tell(moment(c.Asker.Zone, until))))
	}
	return saying("\n", append(lines, whoDecides(w, c.Asker, all)...)...), nil
}
