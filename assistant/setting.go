package assistant

// Setting is something that people set for themselves, with the form by which they do.
type Setting struct {
	Name  string     // of the tool that sets it
	Label string     // what the tool is called, see [Label]
	Holds []Sentence // what holds now, where the form does not say it
	Form  Form
}
