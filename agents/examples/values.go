package examples

import (
	"strings"
	"unicode"
)

// moment is a day and a time, written in one or in two words.
func (r reader) moment(at int) []span {
	day := r.tokens[at].word
	if date, clock, ok := strings.Cut(day, "t"); ok && isDay(date) && isClock(clock) {
		return []span{{at + 1, date + "T" + clock, 0}}
	}
	if isDay(day) && at+1 < r.end && isClock(r.tokens[at+1].word) {
		return []span{{at + 2, day + "T" + r.tokens[at+1].word, 0}}
	}
	return nil
}

func isDay(s string) bool   { return shaped(s, "0000-00-00") }
func isClock(s string) bool { return shaped(s, "00:00") }

// shaped tells whether a text has digits where a shape has, and is like it elsewhere.
func shaped(s, shape string) bool {
	if len(s) != len(shape) {
		return false
	}
	for i := range len(s) {
		digit := s[i] >= '0' && s[i] <= '9'
		if shape[i] == '0' && !digit || shape[i] != '0' && s[i] != shape[i] {
			return false
		}
	}
	return true
}

// number is a number as a tool takes it: without the currency, with a point.
func number(t token) string {
	if t.kind != plain {
		return ""
	}
	v := strings.Trim(t.word, "€$£#%")
	whole, part, fraction := strings.Cut(strings.Replace(v, ",", ".", 1), ".")
	if !digits(whole) || fraction && !digits(part) {
		return ""
	}
	return strings.Replace(v, ",", ".", 1)
}

func digits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// address is an address of the web; a domain alone is one, too.
func address(t token) string {
	if strings.HasPrefix(t.word, "http://") || strings.HasPrefix(t.word, "https://") {
		return t.inner
	}
	labels := strings.Split(strings.TrimSuffix(t.word, "/"), ".")
	top := labels[len(labels)-1]
	if t.kind != plain || len(labels) < 2 || len(top) < 2 || strings.ContainsAny(top, "0123456789") {
		return ""
	}
	for _, l := range labels {
		if l == "" || strings.ContainsFunc(l, func(c rune) bool { return c != '-' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
			return ""
		}
	}
	return "https://" + strings.TrimSuffix(t.word, "/")
}

// fileName is the name of a file, which has an ending.
func fileName(t token) string {
	name := t.inner
	i := strings.LastIndexByte(name, '.')
	if i < 0 || i+1 == len(name) || len(name)-i > 6 || strings.Contains(name, "://") || strings.ContainsFunc(name[i+1:], func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		return ""
	}
	return name
}

// named are the names of a list: each quotation is one, else what stands between commas and the words that join.
func (r reader) named(from, to int) []string {
	var out []string
	begin := from
	end := func(i int) {
		if begin < i {
			if v := r.value(begin, i); v != "" {
				out = append(out, v)
			}
		}
		begin = i + 1
	}
	for i := from; i < to; i++ {
		switch t := r.tokens[i]; t.kind {
		case quoted:
			end(i)
			out = append(out, t.inner)
		case joining, mark:
			end(i)
		case plain, polite, article, this, ending:
		}
	}
	end(to)
	return out
}
