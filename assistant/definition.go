package assistant

// AgentDefinition is an agent that is defined while the product runs. One of a tenant's stands before one of all tenants of the same id, and
// either stands in the place of one that is compiled in.
type AgentDefinition struct {
	Tenant TenantID // "" where it is of all tenants
	Agent  Agent
	Left   bool   // it is not on the team any more, and is called by its name where it was
	Wrong  string // why it cannot be read; "" where it can
}
