package home

import (
	"context"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/wording"
)

// suggest offers what one could ask. An app of the agent generation has no thread yet, and giving one would fail there
// without a word.
func (h *Home) suggest(ctx context.Context, w *workspace.Workspace, at blocks.Origin, in wording.Words) {
	const method = "assistant.threads.setSuggestedPrompts"
	prompts := h.prompts(w.Tenant, in)
	if at.Channel == "" || len(prompts) == 0 || w.Pace.Hold(method) != nil {
		return
	}
	err := w.Client.SetAssistantThreadsSuggestedPromptsContext(ctx, slackapi.AssistantThreadsSetSuggestedPromptsParameters{
		Title: in.Say("You could ask"), ChannelID: at.Channel, ThreadTS: at.Thread, Prompts: prompts,
	})
	if err := w.Answered(ctx, method, err); err != nil {
		h.Log.DebugContext(ctx, "slack prompts not shown", slog.Any("err", err))
	}
}

const morePrompts = 4 // Slack's limit

// prompts are the roster's examples, one per agent, in the reader's language.
func (h *Home) prompts(of assistant.TenantID, in wording.Words) []slackapi.AssistantThreadsPrompt {
	var out []slackapi.AssistantThreadsPrompt
	for _, a := range h.Roster.Of(of) {
		if a.Visible && len(a.Examples) > 0 && len(out) < morePrompts {
			says := in.Label(a.Examples[0])
			out = append(out, slackapi.AssistantThreadsPrompt{Title: bots.Clip(bots.OneLine(says), blocks.LimitButton), Message: says})
		}
	}
	return out
}
