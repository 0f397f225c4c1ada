package assistant

// Grounds are by what an address may be gone to without a yes: whose it is, and who wrote it.
type Grounds struct {
	Projects []Project // of the tenant: what they name is its own
	Said     []string  // what whoever asks has written themselves; where nobody is present, what the task's owner wrote as its prompt
}

// GroundsOf asks for them.
type GroundsOf struct {
	Tenant       TenantID
	Conversation ConversationID
	Person       PersonID // who asks
	Unasked      bool     // nobody is present: what is said in the conversation counts for nothing
	Background   BackgroundID
	Run          RunID // that an unasked task came of, where the background task is not known
}
