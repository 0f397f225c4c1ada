package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// fileHosts are Discord's hosts for attachments.
func fileHosts() []string { return []string{"cdn.discordapp.com", "media.discordapp.net"} }

// Fetch downloads an attachment. Attachment addresses expire within a day; if Discord no longer serves one, Fetch gets a new
// address by reading the message again.
func (c *Client) Fetch(ctx context.Context, t assistant.TenantID, message string, f assistant.File) ([]byte, error) {
	if t != c.Tenant {
		return nil, fmt.Errorf("discord file: %w", assistant.ErrNotFound)
	}
	// No token goes along: the address itself is the key.
	get := bots.Download{Client: c.HTTPClient, Hosts: fileHosts(), API: c.APIURL, Header: http.Header{"User-Agent": {UserAgent}}}
	data, err := get.Get(ctx, f.URL)
	if _, refused := errors.AsType[*bots.RefusedError](err); refused {
		fresh, ferr := c.readdress(ctx, message, f.URL)
		if ferr != nil {
			return nil, gone(errors.Join(err, ferr))
		}
		data, err = get.Get(ctx, fresh)
	}
	if _, refused := errors.AsType[*bots.RefusedError](err); refused {
		return nil, gone(err)
	}
	if err != nil {
		return nil, fmt.Errorf("discord file: %w", err)
	}
	return data, nil
}

// readdress reads an attachment's present address from its message.
func (c *Client) readdress(ctx context.Context, id, address string) (string, error) {
	channel, attachment, ok := attached(address)
	if !ok || !IsID(id) {
		return "", errors.New("not an attachment's address")
	}
	var m Message
	r := RouteOf(http.MethodGet, "channels/messages/id", channel)
	if err := c.Patient(ctx, r, "channels/"+channel+"/messages/"+id, nil, &m); err != nil {
		return "", fmt.Errorf("look at message: %w", err)
	}
	for _, f := range m.Files {
		if _, same, ok := attached(f.URL); ok && same == attachment {
			return f.URL, nil
		}
	}
	return "", errors.New("the message has the file no more")
}

// attached reads /attachments/<channel>/<attachment>/<name>.
func attached(address string) (channel, attachment string, ok bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", "", false
	}
	p := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	if len(p) < 4 || p[0] != "attachments" || !IsID(p[1]) || !IsID(p[2]) {
		return "", "", false
	}
	return p[1], p[2], true
}

func gone(err error) error {
	return &assistant.Trouble{Err: fmt.Errorf("discord file: %w", err), Problem: assistant.Problem{
		Side: assistant.SideContext, Message: assistant.Say("Discord does not have it any more, or does not let me see it"), Recovery: assistant.Say("Please attach it again."),
	}}
}
