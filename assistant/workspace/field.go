package workspace

// Field is one field of something as text, by the name that tools take.
type Field struct{ Name, Value string }

// Difference is what became of a field.
type Difference struct {
	Name string `json:"field"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`
}

// Differences are the fields whose values are no longer what they were. Both are of the same kind of thing; of one that is made
// there is nothing before.
func Differences(before, after []Field) []Difference {
	var out []Difference
	for i, f := range after {
		was := ""
		if i < len(before) {
			was = before[i].Value
		}
		if was != f.Value {
			out = append(out, Difference{f.Name, was, f.Value})
		}
	}
	return out
}
