package assistant

import "time"

// Surface is an adapter that shows conversations.
type Surface string

// The surfaces.
const (
	SurfaceSlack   Surface = "slack"
	SurfaceDiscord Surface = "discord"
	SurfaceWeb     Surface = "web"
	SurfacePush    Surface = "push" // browsers of people, with no page open
	SurfaceMail    Surface = "mail"
)

// Pulls tells whether people of the surface fetch the log themselves, so that nothing is delivered to it.
func (s Surface) Pulls() bool { return s == SurfaceWeb }

// Place is where a conversation happens.
type Place struct {
	Surface Surface
	Space   string // workspace or server
	Channel string
	Thread  string // the root message's id on the platform
}

// Inbound is what a platform told us a person did: said something, changed it or took it back.
type Inbound struct {
	Tenant       TenantID
	Place        Place
	Under        string         // the channel that the place's thread is in, where the place does not name it
	Conversation ConversationID // set where the surface knows it (web); "" binds or finds one by Place
	From         Identity
	Person       PersonID // set where the surface has signed the person in; "" finds or makes one by From
	Change       Change
	Text         string
	Language     Language // that the words are surely in; "" where that is not sure
	Files        []File
	Replaces     MessageID // an earlier message of the same person in the same conversation that this one is a new version of; "" for none
	Before       string    // what others had said in the place before it became a conversation, a line each; "" otherwise
	Key          string    // the same for every delivery of the same message; dedupes
	ExternalID   string    // the platform's id of the message: what an edit or a delete refers to
	Agent        AgentID
	Project      ProjectID
	At           time.Time  // when the platform says it was said; zero means now
	Mentions     []PersonID // those of the team whom the words mention, as the person has chosen them
	Halts        bool       // the words say stop: no call of a task starts until they are handled
	Seen         int64      // the newest log entry that the person's client had drawn; 0 if unknown
}

// Change says what happened to a person's message.
type Change string

// The changes.
const (
	ChangeSaid    Change = "said"
	ChangeEdited  Change = "edited"
	ChangeDeleted Change = "deleted"
)

// File is an attachment, by name and where it can be fetched; its bytes are not kept here.
type File struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	URL  string `json:"url,omitempty"`
	Size int64  `json:"size,omitempty"`

	Surface Surface `json:"surface,omitempty"` // where it came from, which is who can fetch it
	Space   string  `json:"space,omitempty"`
}

// Received says what became of an Inbound.
type Received struct {
	Conversation ConversationID
	Message      MessageID
	Person       PersonID
	Seq          int64
	Known        bool // it had been received before; nothing was written
}
