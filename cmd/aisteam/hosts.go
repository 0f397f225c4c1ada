package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// linkable lists the hosts that agents may link to in chats: our own, and the sites that were projects at the start.
func (s *server) linkable(ctx context.Context) ([]string, error) {
	projects, err := s.db.Projects(ctx, s.tenant.ID)
	if err != nil {
		return nil, fmt.Errorf("read projects: %w", err)
	}
	return hostsOf(s.public, projects), nil
}

func hostsOf(public string, projects []assistant.Project) []string {
	var out []string
	add := func(host string) {
		if host != "" && !slices.Contains(out, host) {
			out = append(out, host)
		}
	}
	for _, address := range append([]string{public}, sites(projects)...) {
		if u, err := url.Parse(address); err == nil {
			add(u.Hostname())
		}
	}
	return out
}

func sites(projects []assistant.Project) []string {
	var out []string
	for _, p := range projects {
		out = append(out, p.SiteURL, "https://"+p.Domain)
	}
	return out
}
