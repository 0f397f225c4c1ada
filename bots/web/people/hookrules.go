package people

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background/hooks"
	"github.com/aisteam/aisteam/bots/web/request"
)

// filterForm is the filter of a hook as a form has it: as rows to be filled in, with the expression that they come to behind a fold, or as
// an expression that no rows come to.
type filterForm struct {
	Any      bool
	Rows     []hooks.Row // the last of them is empty
	ByRows   bool
	Came     string // the expression for the rows when the form was drawn; if it was edited, the expression wins over the rows
	Compares []hooks.Comparison
	Fields   []hooks.Field // that past events had
}

// filterOf is a form that is filled with a filter.
func filterOf(filter string) filterForm {
	rows, ok := hooks.RowsOf(filter)
	f := filterForm{Compares: hooks.Comparisons(), ByRows: ok, Any: rows.Any, Rows: rows.All, Came: filter}
	return f.withEmpty()
}

// withEmpty gives the rows an empty one to be filled in, where there may be one more.
func (f filterForm) withEmpty() filterForm {
	if n := len(f.Rows); n < hooks.MostRows && (n == 0 || f.Rows[n-1] != hooks.Row{Comparison: hooks.Is}) {
		f.Rows = append(slices.Clone(f.Rows), hooks.Row{Comparison: hooks.Is})
	}
	return f
}

// readFilter reads the form and the filter it amounts to. It returns the form even if the filter is refused.
func readFilter(r *http.Request) (f filterForm, filter string, err error) {
	if filter, err = request.Clean(r.FormValue("filter"), "filter", assistant.HookRuleLimit); err != nil {
		return f, "", err
	}
	came := strings.TrimSpace(r.FormValue("came"))
	if !r.Form.Has("field") || filter != came {
		return filterOf(filter), filter, nil
	}
	f = filterForm{Compares: hooks.Comparisons(), ByRows: true, Any: r.FormValue("match") == "any", Came: came}
	if f.Rows, err = readRows(r); err != nil {
		return f, "", err
	}
	if drop, asked := strings.CutPrefix(r.FormValue("do"), "drop-"); asked {
		if i, err := strconv.Atoi(drop); err == nil && i > 0 && i <= len(f.Rows) {
			f.Rows = slices.Delete(f.Rows, i-1, i)
		}
	}
	filter, err = hooks.Rows{Any: f.Any, All: f.Rows}.Expression()
	if err == nil {
		f.Came = filter
	}
	return f.withEmpty(), filter, err
}

// readRows reads the rows of the form, each of its three fields in their order.
func readRows(r *http.Request) ([]hooks.Row, error) {
	var out []hooks.Row
	of := func(name string, i int) (string, error) {
		if all := r.Form[name]; i < len(all) {
			return request.Clean(all[i], name, assistant.HookRuleLimit)
		}
		return "", nil
	}
	for i := range min(len(r.Form["field"]), hooks.MostRows) {
		field, err := of("field", i)
		if err != nil {
			return nil, err
		}
		compares, err := of("compares", i)
		if err != nil {
			return nil, err
		}
		value, err := of("value", i)
		if err != nil {
			return nil, err
		}
		out = append(out, hooks.Row{Field: field, Comparison: hooks.Comparison(compares), Value: value})
	}
	return out, nil
}

// redraws tells whether the button only redraws the form with a row added or removed.
func redraws(r *http.Request) bool {
	do := r.FormValue("do")
	return do == "row" || strings.HasPrefix(do, "drop-")
}

// conditionLine is a row with its number, as people count.
type conditionLine struct {
	hooks.Row

	Number int
}

// Lines are the rows as they are drawn.
func (f filterForm) Lines() []conditionLine {
	out := make([]conditionLine, len(f.Rows))
	for i, row := range f.Rows {
		out[i] = conditionLine{row, i + 1}
	}
	return out
}
