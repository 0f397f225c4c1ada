package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/aisteam/aisteam/agents/outward"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Visitor opens an address as anybody may, and tells the status that it answers with.
type Visitor interface {
	Visit(ctx context.Context, out outward.Permit, p assistant.Project, url string) (status int, err error)
}

// verified gives the tools of the pack their way to look at what they brought about.
func verified(c Config, all ...tools.Tool) []tools.Tool {
	for i := range all {
		switch assistant.TaskType(all[i].Name) {
		case TaskCreatePage, TaskUpdateBlock:
			all[i].Verify = verifyPage(c.Pages, c.Visitor)
		}
	}
	return all
}

// verifyPage reads the page back, compares it with what was written, and opens its address.
func verifyPage(pages Pages, visitor Visitor) func(context.Context, tools.Call, assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
	return func(ctx context.Context, c tools.Call, r assistant.Receipt) (assistant.Sight, assistant.Sentence, error) {
		now, found, err := find(ctx, pages, c.Project, r.Result.Fields.Text("slug"), "look at the page")
		switch {
		case err != nil:
			return "", assistant.Sentence{}, err
		case !found:
			return assistant.SightDifferent, assistant.Say("when I looked, the page was not there"), nil
		}
		text := assistant.Say("the page is there")
		if len(r.Undo) > 0 {
			var u undoState
			if err := json.Unmarshal(r.Undo, &u); err != nil {
				return "", assistant.Sentence{}, fmt.Errorf("read what was written: %w", err)
			}
			if now.Hash() != u.Now {
				return assistant.SightDifferent, assistant.Say("when I looked, the page did not say what was written: somebody has changed it since"), nil
			}
			text = assistant.Say("its text is as it was written")
		}
		if visitor == nil || now.URL == "" {
			return assistant.SightAsWritten, text, nil
		}
		switch status, err := visitor.Visit(ctx, c.Out, c.Project, now.URL); {
		case err != nil:
			return assistant.SightUnknown, assistant.Say("%s, but its address did not answer from here", text), nil //nolint:nilerr // it is told
		case status != http.StatusOK:
			return assistant.SightDifferent, assistant.Say("%s, but its address answers %d instead of showing it", text, status), nil
		}
		return assistant.SightAsWritten, assistant.Say("its address answers, and %s", text), nil
	}
}
