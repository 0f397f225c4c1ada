package assistant

// AgentDefinition is an agent defined at run time. A tenant's definition takes precedence over one for all tenants with the same
// id, and either replaces a compiled-in agent.
type AgentDefinition struct {
	Tenant TenantID // "" where it is of all tenants
	Agent  Agent
	Left   bool   // it is not on the team any more, and is called by its name where it was
	Wrong  string // why it cannot be read; "" where it can
}
