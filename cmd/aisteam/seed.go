package main

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// Where the pages of the first project stand, see [server.openFirstSite].
const (
	firstSlug   = "aquaverter"
	firstDomain = "aquaverter.ca"
)

// firstStart is what an empty database is given to try: a tenant, its owner, and a project with a folder of pages.
func firstStart(ids *assistant.IDs) assistant.Seed {
	tenant := assistant.NewID[assistant.TenantID](ids)
	return assistant.Seed{
		Tenant:   assistant.Tenant{ID: tenant, Name: "My team"},
		Owner:    assistant.Person{ID: assistant.NewID[assistant.PersonID](ids), Tenant: tenant, Name: "Owner", Role: assistant.RoleAdmin},
		Settings: assistant.FirstSettings(),
		Projects: []assistant.Project{{
			ID: assistant.NewID[assistant.ProjectID](ids), Tenant: tenant, Name: "Aquaverter", Slug: firstSlug,
			Domain: firstDomain, Connections: []assistant.Connection{site.Folder()}, At: time.Now(),
		}},
	}
}
