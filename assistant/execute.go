package assistant

import "encoding/json"

// ExecuteRequest asks for one task outside any plan (seed 000 §12.2).
type ExecuteRequest struct {
	Tenant       TenantID
	Person       PersonID       // who asks; asking counts as approval of whatever can be undone
	Conversation ConversationID // in which the asker may act; "" starts one
	Project      ProjectID
	Agent        AgentID // who does it
	Type         TaskType
	Parameters   json.RawMessage // an object
	Summary      string
	Key          string // the same for every delivery of the same request; dedupes
}

// ExecuteResult says how far a requested task got.
type ExecuteResult struct {
	Run      RunID
	Task     TaskID
	Status   TaskStatus
	Result   *Result   // set when completed
	Problem  *Problem  // set when failed
	Approval *Approval // set when a person must confirm first; nothing has been changed
}
