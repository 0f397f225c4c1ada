package assistant

// Act is something a person does other than speaking: a click, a form, a stop.
type Act struct {
	Tenant       TenantID
	Person       PersonID // set where the surface has signed the person in; "" finds or makes one by From
	From         Identity
	Conversation ConversationID // "" where the subject alone says it
	Body         Body           // PlanDecided, ApprovalDecided, Answered, StopRequested, RetryRequested, UndoRequested, Rated, MemberAdded or MemberRemoved
	Key          string         // the same for every delivery of the same act; dedupes. "" makes one of subject and person
}

// Outcome says what became of an act.
type Outcome struct {
	Done         bool   // this act took effect
	Note         string // told to the person alone if it failed: who decided, not allowed, expired
	TooMuch      bool   // a bound on what is asked was met; the note says when to come back
	Conversation ConversationID
	Slot         Slot      // of the card that shows what it is about, where the surface has asked
	Message      MessageID // of the message that records it, when Done
}
