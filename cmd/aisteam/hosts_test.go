package main

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

func TestAgentsMayLinkToOurselvesAndToTheProjectsSites(t *testing.T) {
	got := hostsOf("https://team.example:8443", []assistant.Project{
		{Domain: "aquaverter.ca"}, {Domain: "shop.example", SiteURL: "https://cms.shop.example/wp"}, {SiteURL: "::"},
	})
	if want := []string{"team.example", "aquaverter.ca", "cms.shop.example", "shop.example"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
