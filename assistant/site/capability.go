package site

import "github.com/aisteam/aisteam/assistant"

// Capability is what a project has whose pages can be worked on, wherever they are kept.
const Capability assistant.Capability = "site"

// Choice is the label of the choice between the kinds of connection below.
const Choice = "Where its pages are kept"

// The kinds of connection that lead to a project's pages.
const (
	KindFolder    assistant.ConnectionKind = "folder"    // files of ours
	KindWordPress assistant.ConnectionKind = "wordpress" // a site with WordPress
)

// The keys under which a connection to a site says where that is, and whom to sign in as.
const (
	KeyAddress  = "url"
	KeyUser     = "user"
	KeyPassword = "password"
)

// Folder is the connection of a project whose pages are files of ours.
func Folder() assistant.Connection {
	return assistant.Connection{Kind: KindFolder, Gives: []assistant.Capability{Capability}}
}

// WordPress is the connection of a project whose pages are on a site with WordPress.
func WordPress(address, user string) assistant.Connection {
	c := assistant.Connection{Kind: KindWordPress, Gives: GivenByWordPress(), Config: map[string]string{KeyAddress: address}}
	if user != "" {
		c.Config[KeyUser] = user
	}
	return c
}

// GivenByWordPress is what can be worked on through a connection to WordPress. Whether the site has a shop shows there.
func GivenByWordPress() []assistant.Capability {
	return []assistant.Capability{Capability, Blog, Library, Menus, Shop}
}

// KindOf says what keeps the project's pages, "" where nothing does.
func KindOf(p assistant.Project) assistant.ConnectionKind {
	c, _ := p.Giving(Capability)
	return c.Kind
}

// AddressOf is the base address of the project's site, "" where its pages are files of ours.
func AddressOf(p assistant.Project) string {
	c, _ := p.Giving(Capability)
	return c.Config[KeyAddress]
}
