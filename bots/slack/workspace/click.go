package workspace

import "github.com/aisteam/aisteam/bots/slack/payload"

// Click is a click in the workspace that it was made in.
type Click struct {
	payload.Click

	At *Workspace
}
