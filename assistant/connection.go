package assistant

import "slices"

// Capability is what can be worked on through a connection of a project, such as a site or a calendar. Tools say which one they
// need; each pack names its own.
type Capability string

// ConnectionKind says what a connection leads to, such as "wordpress". Each kind has one form.
type ConnectionKind string

// Connection is a project's way to something that work is done on. Its secret is kept apart and never loaded with it.
type Connection struct {
	Kind   ConnectionKind
	Gives  []Capability
	Config map[string]string // what people filled in, by field key; nil if nothing
	Opened bool              // a secret is kept for it
}

// Has tells whether the project can be worked on in that way.
func (p Project) Has(c Capability) bool {
	_, ok := p.Giving(c)
	return ok
}

// Giving returns the connection through which the project has a capability, the first of several.
func (p Project) Giving(c Capability) (Connection, bool) {
	return p.connection(func(one Connection) bool { return slices.Contains(one.Gives, c) })
}

// Connected returns the project's connection of a kind.
func (p Project) Connected(k ConnectionKind) (Connection, bool) {
	return p.connection(func(one Connection) bool { return one.Kind == k })
}

func (p Project) connection(is func(Connection) bool) (Connection, bool) {
	i := slices.IndexFunc(p.Connections, is)
	if i < 0 {
		return Connection{}, false
	}
	return p.Connections[i], true
}

// Set fills in a field; an empty text is none.
func (c *Connection) Set(key, text string) {
	if text == "" {
		delete(c.Config, key)
		return
	}
	if c.Config == nil {
		c.Config = map[string]string{}
	}
	c.Config[key] = text
}

// ConnectionForm asks people for a connection of one kind. It is data: a surface draws any fields and knows no kind by name.
type ConnectionForm struct {
	Kind   ConnectionKind
	Label  string // as one of several to choose from: "WordPress"
	Says   string // what a project with it is, within a sentence: "a WordPress site"
	Choice string // what is chosen where several kinds give the same: "Where its pages are kept"
	Hint   string // for whoever fills it in, "" for none
	Gives  []Capability
	Fields []FormField // at most one of them a secret
	Tested bool        // the connection can be tried
}

// Secret is what opens a connection. It never reaches a model, a log, a card or an error; string(s) opens it.
type Secret string

// String hides the secret from anything that prints it.
func (Secret) String() string { return "[hidden]" }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return "[hidden]" }

// Secrets are what opens connections, by their kind.
type Secrets map[ConnectionKind]Secret
