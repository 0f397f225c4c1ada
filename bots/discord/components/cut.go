package components

// details is in how much detail a card may be drawn: with less and less of it until it fits.
const details = 4

// cut is how much of each section a card shows. With less detail texts get shorter and lists end sooner; thinking, notes and handoffs
// go first, and what can be pressed never does.
type cut struct {
	handed, told, alone, led    int
	noted, quote                int
	listed, line                int
	warnings, warning           int
	fields, field               int
	thinking                    int
	steps, step, notes          int
	outcome, recovery, source   int
	stepFields, stepField       int
	owners                      bool // who does a task stands on a line of its own
	questions, question, reason int
	options, option             int
	answers, answer             int
}

// cutTo are the bounds in so much detail: counts of what is listed, and units of a text.
func cutTo(detail int) cut {
	of := func(all [details + 1]int) int { return all[detail] }
	return cut{
		handed: min(3, detail), told: of([...]int{100, 200, 300, 500, 700}), alone: of([...]int{150, 300, 450, 600, 900}), led: of([...]int{60, 80, 150, 200, 300}),
		noted: of([...]int{100, 150, 300, 400, 500}), quote: of([...]int{40, 80, 150, 300, 400}),
		listed: of([...]int{3, 4, 6, 8, 10}), line: of([...]int{60, 80, 100, 120, 190}),
		warnings: of([...]int{3, 4, 5, 6, 8}), warning: of([...]int{80, 100, 120, 150, 200}),
		fields: of([...]int{3, 4, 5, 8, 12}), field: of([...]int{80, 110, 150, 300, 600}),
		thinking: of([...]int{0, 300, 600, 1000, 1500}),
		steps:    of([...]int{5, 10, 20, 30, 40}), step: of([...]int{50, 80, 120, 200, 250}), notes: detail, owners: detail > 1,
		outcome: of([...]int{50, 80, 120, 200, 300}), recovery: of([...]int{0, 80, 120, 200, 300}), source: of([...]int{60, 100, 200, 300, 400}),
		stepFields: of([...]int{0, 2, 3, 4, 8}), stepField: of([...]int{0, 60, 90, 120, 240}),
		questions: of([...]int{4, 5, 6, 10, 15}), question: of([...]int{120, 160, 200, 300, 400}), reason: of([...]int{60, 90, 120, 200, 300}),
		options: of([...]int{3, 4, 5, 8, 10}), option: of([...]int{0, 40, 60, 80, 100}),
		answers: of([...]int{5, 6, 8, 12, 20}), answer: of([...]int{40, 60, 80, 150, 300}),
	}
}

// ofPart are the bounds of one of several things that are decided on a card, which has room for little of each.
func (c cut) ofPart(detail int) cut {
	of := func(all [details + 1]int) int { return all[detail] }
	c.listed, c.warnings, c.warning = of([...]int{1, 2, 3, 4, 5}), of([...]int{3, 3, 4, 5, 8}), of([...]int{60, 80, 100, 150, 200})
	c.fields, c.field = of([...]int{2, 3, 4, 8, 12}), of([...]int{40, 60, 100, 200, 400})
	return c
}
