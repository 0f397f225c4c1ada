package prices

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

func columns() []string {
	return []string{
		"model", "provider", "from", "input", "cached", "written", "output",
		"above", "long input", "long cached", "long written", "long output", "source",
	}
}

// mostDollars is the dearest price that a table may have, for a million tokens.
const mostDollars = 1000

// Read reads a table from CSV in the shape of prices.csv. What is wrong is told with its line and the way to mend it.
func Read(name string, raw []byte) (*Table, error) {
	r := csv.NewReader(bytes.NewReader(raw))
	r.Comment, r.TrimLeadingSpace = '#', true
	r.FieldsPerRecord = -1
	var all []Price
	for first := true; ; first = false {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w; a text with commas stands in quotes", name, err)
		}
		line, _ := r.FieldPos(0)
		if first {
			if !slices.Equal(fields, columns()) {
				return nil, fmt.Errorf("%s, line %d: the columns are not known; the first line must be %q", name, line, strings.Join(columns(), ","))
			}
			continue
		}
		p, err := price(fields)
		if err == nil && slices.ContainsFunc(all, func(o Price) bool { return o.Model == p.Model && o.From.Equal(p.From) }) {
			err = fmt.Errorf("%s has two prices from the same day; leave one", p.Model)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there is no price in it; give a line for each model under the line of columns", name)
	}
	return arranged(all), nil
}

func price(fields []string) (Price, error) {
	if len(fields) != len(columns()) {
		return Price{}, fmt.Errorf("it has %d columns where there are %d; give each, empty where it does not apply", len(fields), len(columns()))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	p := Price{Model: strings.ToLower(fields[0]), Provider: fields[1], Source: fields[12]}
	switch {
	case strings.Trim(p.Model, "*") == "" || strings.Contains(strings.TrimSuffix(p.Model, "*"), "*"):
		return Price{}, fmt.Errorf("the model %q is not a name such as gpt-6-sol, or the beginning of one with a * at its end", p.Model)
	case p.Source == "":
		return Price{}, errors.New("it does not say where the price is from; give an address or a document as its source")
	}
	var err error
	if fields[2] != "" {
		if p.From, err = time.Parse(time.DateOnly, fields[2]); err != nil {
			return Price{}, fmt.Errorf("from %q is not a day such as 2026-12-01, or empty", fields[2])
		}
	}
	if p.Rate, err = rate(fields[3:7], ""); err != nil {
		return Price{}, err
	}
	if fields[7] == "" {
		if strings.Join(fields[8:12], "") != "" {
			return Price{}, errors.New("it has prices of long requests without the tokens above which they hold; give above too, or none of them")
		}
		return p, nil
	}
	if p.Above, err = strconv.Atoi(fields[7]); err != nil || p.Above < 1 {
		return Price{}, fmt.Errorf("above %q is not a number of tokens such as 272000, or empty", fields[7])
	}
	p.Long, err = rate(fields[8:12], "long ")
	return p, err
}

// rate reads the four prices of a line. What is empty of cached and written costs what input does.
func rate(fields []string, of string) (r Rate, err error) {
	for i, f := range []struct {
		to    *int64
		empty *int64
		name  string
	}{{&r.Input, nil, "input"}, {&r.Cached, &r.Input, "cached"}, {&r.Written, &r.Input, "written"}, {&r.Output, nil, "output"}} {
		switch {
		case fields[i] == "" && f.empty != nil:
			*f.to = *f.empty
		default:
			if *f.to, err = dollars(fields[i]); err != nil {
				return Rate{}, fmt.Errorf("%s%s %w", of, f.name, err)
			}
		}
	}
	return r, nil
}

// dollars reads a decimal number of dollars as millionths, exactly.
func dollars(s string) (int64, error) {
	whole, part, _ := strings.Cut(s, ".")
	digits := whole + part
	if whole == "" || len(whole) > 4 || len(part) > 6 || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a price in dollars for a million tokens such as 0.125, with at most six decimals", s)
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", 6-len(part)), 10, 64)
	if err != nil || n > mostDollars*million {
		return 0, fmt.Errorf("%q is more than %d dollars for a million tokens", s, mostDollars)
	}
	return n, nil
}
