package receive

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// fileHosts and filePaths are where Slack keeps attachments. A workspace's token is sent there and nowhere else: on Slack's other
// hosts and paths, an address that somebody put into a message would be a call of the Web API.
func fileHosts() []string { return []string{"files.slack.com"} }

func filePaths() []string { return []string{"/files-pri/", "/files-tmb/"} }

// Attachments downloads what people attach.
type Attachments struct {
	Spaces     *install.Registry
	HTTPClient *http.Client
	APIURL     string
}

// Fetch downloads an attachment with the token of the workspace it was attached in.
func (a *Attachments) Fetch(ctx context.Context, t assistant.TenantID, _ string, f assistant.File) ([]byte, error) {
	w, err := a.Spaces.Workspace(ctx, f.Space)
	if err != nil {
		return nil, err
	}
	if w.Tenant != t {
		return nil, fmt.Errorf("slack workspace %s: %w", f.Space, assistant.ErrNotFound)
	}
	if f.URL == payload.FileElsewhere {
		return nil, external()
	}
	data, err := bots.Download{
		Client: a.HTTPClient, Hosts: fileHosts(), Paths: filePaths(), API: a.APIURL, Header: http.Header{"Authorization": {"Bearer " + w.Token}},
	}.Get(ctx, f.URL)
	if _, refused := errors.AsType[*bots.RefusedError](err); refused {
		return nil, closed(err)
	}
	if err != nil {
		return nil, fmt.Errorf("slack file: %w", err)
	}
	// Who may not see a file is shown the login page instead, and told that all is well.
	if !strings.HasPrefix(f.Type, "text/html") && bots.IsPage(data) {
		return nil, closed(errors.New("slack answered with a page"))
	}
	return data, nil
}

func external() error {
	return &assistant.Trouble{Err: errors.New("slack file: external"), Problem: assistant.Problem{
		Side: assistant.SideContext, Message: assistant.Say("it is kept outside Slack, which only has a link to it"),
		Recovery: assistant.Say("Please attach the file itself here."),
	}}
}

func closed(err error) error {
	return &assistant.Trouble{Err: fmt.Errorf("slack file: %w", err), Problem: assistant.Problem{
		Side: assistant.SideContext, Message: assistant.Say("Slack did not let me see it"),
		Recovery: assistant.Say("Please attach it here again; an admin may have to allow me the files:read scope."),
	}}
}
