package view

// Section is a part of what a card says. The set is sealed, and every surface draws all of it: a new one is a file here, and a
// small draw on each.
//
//sumtype:decl
type Section interface {
	// says tells whether there is anything in it.
	says() bool
	// safe is the section with no text of a model's, or of what a model was told, leading anywhere but to the hosts. What people
	// wrote and where tools lead stays as it is. The section that it is asked of does not change.
	safe(s safe) Section
}

// add puts sections below those that are there. What says nothing is left out.
func add(v *View, all ...Section) {
	for _, s := range all {
		if s.says() {
			v.Sections = append(v.Sections, s)
		}
	}
}

// All are the sections of one kind, without those of parts.
func All[S Section](v View) []S {
	var out []S
	for _, s := range v.Sections {
		if one, ok := s.(S); ok {
			out = append(out, one)
		}
	}
	return out
}

// Find returns the first section of a kind, or false if there is none.
func Find[S Section](v View) (S, bool) {
	for _, s := range v.Sections {
		if one, ok := s.(S); ok {
			return one, true
		}
	}
	var none S
	return none, false
}
