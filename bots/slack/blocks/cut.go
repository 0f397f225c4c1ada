package blocks

// details is in how much detail a card may be drawn: with less and less of it until it fits.
const details = 4

// cut is how much of each section a card shows. With less detail texts get shorter and lists end sooner; thinking goes first, and what
// can be pressed never does.
type cut struct {
	handed, alone, quote       int
	listed                     int
	warnings, warning          int
	fields, field              int
	thinking                   int
	steps, step, facts         int
	outcome, source, stepField int
	questions, reason          int
	options, option            int
	answer                     int
}

// cutTo are the bounds in so much detail: counts of what is listed, and units of a text.
func cutTo(detail int) cut {
	of := func(all [details + 1]int) int { return all[detail] }
	return cut{
		handed: of([...]int{0, 1, 2, 3, 5}), alone: of([...]int{300, 700, 1500, 2500, 2500}), quote: of([...]int{60, 150, 300, 500, 500}),
		listed:   of([...]int{3, 5, 8, 10, 10}),
		warnings: of([...]int{3, 4, 5, 10, 15}), warning: of([...]int{100, 120, 150, 200, 250}),
		fields: of([...]int{4, 6, 8, 12, 16}), field: of([...]int{120, 180, 250, 500, 1300}),
		thinking: of([...]int{0, 800, 1600, 3000, 5000}),
		steps:    of([...]int{10, 20, 30, 40, 40}), step: of([...]int{60, 90, 120, LimitTitle, LimitTitle}), facts: of([...]int{80, 160, 250, 600, 1500}),
		outcome: of([...]int{80, 150, 300, 600, 600}), source: of([...]int{80, 200, 500, 1000, 1000}), stepField: of([...]int{0, 80, 120, 160, 320}),
		questions: of([...]int{5, 8, 10, 15, 25}), reason: of([...]int{100, 150, 200, 300, 500}),
		options: of([...]int{4, 10, 10, 10, 10}), option: of([...]int{0, 40, 60, 80, 80}),
		answer: of([...]int{60, 100, 150, 300, 600}),
	}
}
