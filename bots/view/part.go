package view

// Part is one of several things that are decided one by one on the same card.
type Part struct{ View View }

func (Part) says() bool { return true }

func (p Part) safe(s safe) Section { return Part{p.View.safe(s)} }
