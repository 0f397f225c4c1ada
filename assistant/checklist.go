package assistant

// Checklist is what admins have done of the first steps with a tenant, as far as its data tells.
type Checklist struct {
	Connected bool // a project has a connection to something outside
	Invited   bool // somebody else is here, or is invited
	Answered  bool // an agent has answered a request
}
