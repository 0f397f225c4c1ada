package tasks

// Recurring are the arguments of createRecurring.
type Recurring struct {
	Title    string `json:"title,omitempty" jsonschema:"what it is called, in a few words"`
	Prompt   string `json:"prompt" jsonschema:"what is to be done each time, as a request without any words of time"`
	Schedule string `json:"schedule" jsonschema:"when, in English such as “every weekday at 9”, or five fields of cron"`
	Zone     string `json:"zone,omitempty" jsonschema:"IANA time zone; that of whoever asks when left out"`
	Silent   bool   `json:"silent,omitempty" jsonschema:"true where only what is new is to be told"`
	Overlap  string `json:"overlap,omitempty" jsonschema:"what happens when the time before is still at work: skip, queue or replace; skip when left out"`
	Until    string `json:"until,omitempty" jsonschema:"when it is over, in the person's words: “until Friday”, “for two weeks” or “only 5 times”; left out where nothing is said of an end"`
	Allow    string `json:"allow,omitempty" jsonschema:"what it may do without asking, in the person's own words: “it may create tickets without asking, at most 5 until Friday”; left out where they said nothing of that"`

	Told
	Fit
}

// OneShot are the arguments of createOneShot.
type OneShot struct {
	Title  string `json:"title,omitempty" jsonschema:"what it is called, in a few words"`
	Prompt string `json:"prompt" jsonschema:"what is to be done, as a request without any words of time"`
	At     string `json:"at" jsonschema:"when, in English such as “in two hours” or “tomorrow at 9”, or in ISO 8601"`
	Zone   string `json:"zone,omitempty" jsonschema:"IANA time zone; that of whoever asks when left out"`

	Told
	Fit
}

// Named are the arguments of what is done with one automation.
type Named struct {
	Task string `json:"task,omitempty" jsonschema:"the background task's id, or its title; left out for the one that was made in this conversation last"`
}

// Set are the arguments of set_task. What is left out stays as it is.
type Set struct {
	Task    string `json:"task,omitempty" jsonschema:"the background task's id, or its title; left out for the one that was made in this conversation last"`
	Title   string `json:"title,omitempty" jsonschema:"what it is called from now on"`
	When    string `json:"when,omitempty" jsonschema:"when it is due from now on: “every weekday at 9”, five fields of cron, a time of day such as 10:00, or, of what comes once, a moment in English or ISO 8601"`
	Zone    string `json:"zone,omitempty" jsonschema:"by whose clock: an IANA time zone or a city"`
	Until   string `json:"until,omitempty" jsonschema:"when it is over: “until Friday”, “for two weeks”, “only 5 times” or “without end”"`
	Told    string `json:"told,omitempty" jsonschema:"when its results are told"`
	Overlap string `json:"overlap,omitempty" jsonschema:"what happens when the time before is still at work"`
}

// Edited are the arguments of edit_task: what is asked about before it is changed. What is left out stays as it is.
type Edited struct {
	Task   string `json:"task,omitempty" jsonschema:"the background task's id, or its title; left out for the one that was made in this conversation last"`
	Title  string `json:"title,omitempty" jsonschema:"its title; leave it out"`
	Prompt string `json:"prompt,omitempty" jsonschema:"what it does from now on, as a request without any words of time"`
	Allow  string `json:"allow,omitempty" jsonschema:"what it may do without asking, in the person's own words: “it may create tickets without asking, at most 5 until Friday”"`
	Report string `json:"report,omitempty" jsonschema:"another channel in which its results are told, with # before its name"`
	Here   bool   `json:"here,omitempty" jsonschema:"true where its results are told in this conversation from now on"`
	Was    string `json:"was,omitempty" jsonschema:"leave it out"`
	There  string `json:"there,omitempty" jsonschema:"leave it out"`
}

// Listed are the arguments of list.
type Listed struct{}

// Made are the fields of the result of what makes a task.
type Made struct {
	ID    string `json:"id" jsonschema:"of the background task"`
	Title string `json:"title" jsonschema:"what it is called"`
	Next  string `json:"next" jsonschema:"when it is due next"`
}

// Tasks are the fields of the result of list.
type Tasks struct {
	Tasks []TaskListed `json:"tasks"`
}

// TaskListed is one of them.
type TaskListed struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	What   string `json:"what"`
	Status string `json:"status"`
	When   string `json:"when"`
	Next   string `json:"next,omitempty"`
	Told   string `json:"told,omitempty" jsonschema:"the other channel in which its results are told"`
}

// Runs are the fields of the result of history.
type Runs struct {
	Runs []RunListed `json:"runs"`
}

// RunListed is one time that a task was due.
type RunListed struct {
	Due     string `json:"due"`
	Outcome string `json:"outcome"`
	Note    string `json:"note"`
	Tokens  int64  `json:"tokens"`
}
