package assistant

// SubjectKind says what is open.
type SubjectKind string

// The kinds of what a person's words can decide.
const (
	SubjectQuestion SubjectKind = "question"
	SubjectPlan     SubjectKind = "plan"
	SubjectApproval SubjectKind = "approval"
)

// Subject is something open that a person's words can decide.
type Subject struct {
	Kind         SubjectKind
	Title        string   // its display name
	Says         Sentence // the same, where it is to be told in what is spoken there; zero where it is not
	Language     Language // that is spoken there
	Irreversible bool     // no bare yes decides it: a button does, or words that name it
	Seq          int64    // of the message that put it before people
	Approval     int      // which of the situation's approvals it is
	Number       int      // its place on the card that it shares with others; 0 where it has one of its own
	Card         RunID    // that card
}

// Stood tells whether what the message of that seq put before people stood where these words were said, before they came.
// What came later, or had not been shown there yet, nobody can have meant.
func (m Message) Stood(seq int64) bool { return seq < m.Seq && seq <= m.Seen }

// Before is the situation as it stood for a person's words: without what was put before people after them, or had not yet
// been shown where they were said. later lists that.
func (s Situation) Before(words Message) (stood Situation, later []Subject) {
	stood = s
	stood.Approvals = nil
	for _, o := range s.Subjects() {
		if !s.stood(words, o) {
			later = append(later, o)
		}
	}
	for _, a := range s.Approvals {
		if words.Stood(a.Seq) {
			stood.Approvals = append(stood.Approvals, a)
		}
	}
	if q := s.Question; q != nil && !s.stood(words, Subject{Kind: SubjectQuestion, Seq: q.Seq}) {
		stood.Question = nil
	}
	if s.Plan != nil && !words.Stood(s.Plan.Seq) {
		stood.Plan = nil
	}
	if s.Run != nil && !words.Stood(s.Run.Seq) {
		stood.Run, stood.Tasks = nil, nil
	}
	return stood, later
}

// stood tells whether the subject stood there before the words. An answer starts nothing: where a question is being posted, and
// nobody knows yet whether it stands there, words that came after it are taken for its answer.
func (s Situation) stood(words Message, o Subject) bool {
	return words.Stood(o.Seq) || o.Kind == SubjectQuestion && s.Posting && o.Seq < words.Seq
}

// Subjects lists what is open: the question, the plan, then the approvals, oldest first.
func (s Situation) Subjects() []Subject {
	var out []Subject
	if q := s.Question; q != nil {
		out = append(out, Subject{Kind: SubjectQuestion, Title: q.Intro, Seq: q.Seq})
	}
	if p := s.Plan; p != nil {
		out = append(out, Subject{Kind: SubjectPlan, Title: p.Title, Irreversible: p.Irreversible(), Seq: p.Seq})
	}
	for i, a := range s.Approvals {
		out = append(out, Subject{Kind: SubjectApproval, Title: a.Title.String(), Says: a.Title, Language: s.Conversation.Language, Irreversible: a.Irreversible, Seq: a.Seq, Approval: i, Number: a.Number, Card: a.Card()})
	}
	return out
}

// Irreversible tells whether a step of the plan cannot be undone.
func (p Plan) Irreversible() bool {
	for _, s := range p.Steps {
		if s.Effect == EffectIrreversible {
			return true
		}
	}
	return false
}
