package assistant

// Grounds are by what an address may be gone to without a yes: whose it is, and who wrote it.
type Grounds struct {
	Projects []Project // of the tenant: what they name is its own
	Said     []string  // what the asker wrote themselves; if nobody is present, the task's prompt as its owner wrote it
}

// GroundsOf asks for them.
type GroundsOf struct {
	Tenant       TenantID
	Conversation ConversationID
	Person       PersonID // who asks
	Unasked      bool     // nobody is present: what is said in the conversation does not count
	Background   BackgroundID
	Run          RunID // that an unasked task came of, where the background task is not known
}
