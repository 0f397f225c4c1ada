package assistant

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FieldKind says what a field takes, and so how it is drawn and read.
type FieldKind string

// The kinds of field.
const (
	FieldText    FieldKind = "text"
	FieldAddress FieldKind = "address" // of something on the web, which agents may link to then
	FieldSecret  FieldKind = "secret"  // only ever written: never shown, loaded with the project, logged or told to a model
	FieldNumber  FieldKind = "number"  // in digits
	FieldYesNo   FieldKind = "yes_no"  // true or false
	FieldChoice  FieldKind = "choice"  // one of its options
	FieldDate    FieldKind = "date"    // 2026-12-31
	FieldLines   FieldKind = "lines"   // a list, an entry a line
	FieldJSON    FieldKind = "json"    // anything, as JSON; for where there is room for it
)

// FormField is one field of a form.
type FormField struct {
	Key         string // that its value is told by: a word, the key of a question, the [Path] of an argument
	Kind        FieldKind
	Entries     FieldKind // what each entry of lines is: a text or a number
	Label       Sentence
	Hint        Sentence // why it is asked, or how it is written
	Placeholder Sentence
	Options     []Option
	Free        bool     // own words stand in the place of an option
	Known       []string // of a text: suggestions; anything else may be written as well
	Value       string   // as it stands in the form; "" of a secret, always
	Kept        bool     // of a secret: one is kept
	Default     string   // what is taken where it is left empty
	Required    bool
	Binds       bool // the secret of the form was given for this value alone: with another one it is forgotten
	Long        bool // it has several lines, or may need them
	Least       int  // of a number
	Most        int  // of a number, or characters of a text, which is trimmed then; 0 is no bound, and a text is as it was written
}

// keptField is a field as approvals keep it. The rest of it is made anew of what they keep besides.
type keptField struct {
	At      string    `json:"at"`
	Kind    FieldKind `json:"kind"`
	Entries FieldKind `json:"entries,omitempty"`
	Options []string  `json:"options,omitempty"`
}

// MarshalJSON writes what approvals keep of a field.
func (f FormField) MarshalJSON() ([]byte, error) {
	kept := keptField{At: f.Key, Kind: f.Kind, Entries: f.Entries}
	for _, o := range f.Options {
		kept.Options = append(kept.Options, o.Value)
	}
	return json.Marshal(kept)
}

// UnmarshalJSON reads it.
func (f *FormField) UnmarshalJSON(raw []byte) error {
	var kept keptField
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	*f = FormField{Key: kept.At, Kind: kept.Kind, Entries: kept.Entries, Options: OptionsOf(kept.Options...)}
	return nil
}

// OptionsOf are options that are called by their values.
func OptionsOf(values ...string) []Option {
	var out []Option
	for _, v := range values {
		out = append(out, Option{Value: v})
	}
	return out
}

// Called returns the option's display name.
func (o Option) Called() string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

// Called returns the display name of a value of the field.
func (f FormField) Called(value string) string {
	if i := f.option(value); i >= 0 {
		return f.Options[i].Called()
	}
	return value
}

// option is the position of a value among the options, -1 for none.
func (f FormField) option(value string) int {
	return slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == value })
}

// Text returns the text entered into the field as it is stored: if it has a bound, trimmed and checked against it. Options left
// empty mean that nothing was chosen.
func (f FormField) Text(given string) (string, error) {
	given = strings.ReplaceAll(given, "\x00", "") // which no database takes
	bare := strings.TrimSpace(given)
	switch f.Kind {
	case FieldText, FieldAddress, FieldSecret:
		return f.bounded(given, bare)
	case FieldChoice:
		return f.chosen(bare)
	case FieldNumber:
		return f.number(bare)
	case FieldYesNo:
		switch is, err := strconv.ParseBool(strings.ToLower(bare)); {
		case err == nil:
			return strconv.FormatBool(is), nil
		case strings.EqualFold(bare, "yes"), strings.EqualFold(bare, "no"):
			return strconv.FormatBool(strings.EqualFold(bare, "yes")), nil
		}
		return "", f.unfit()
	case FieldLines:
		return given, nil // each line is read as a value
	case FieldJSON:
		if !json.Valid([]byte(bare)) {
			return "", f.unfit()
		}
	case FieldDate:
	}
	return bare, nil
}

func (f FormField) bounded(given, bare string) (string, error) {
	switch {
	case !utf8.ValidString(given):
		return "", &FieldError{f.Key, Say("“%s” is not UTF-8 text.", f.Label)}
	case f.Most == 0:
		return given, nil
	case utf8.RuneCountInString(bare) > f.Most:
		return "", &FieldError{f.Key, Say("“%s” is longer than %d characters.", f.Label, f.Most)}
	}
	return bare, nil
}

// chosen is an option, or own words where those are welcome.
func (f FormField) chosen(bare string) (string, error) {
	switch {
	case bare == "", f.option(bare) >= 0:
		return bare, nil
	case f.Free:
		return f.bounded(bare, bare)
	}
	return "", &FieldError{f.Key, Say("Choose one of the options for: %s", f.Label)}
}

func (f FormField) number(bare string) (string, error) {
	kind, plain := PlainField(json.RawMessage(bare))
	switch {
	case f.Most == 0 && plain && kind == FieldNumber:
		return bare, nil
	case f.Most == 0:
		return "", f.unfit()
	}
	if n, err := strconv.Atoi(bare); err != nil || n < f.Least || n > f.Most {
		return "", &FieldError{f.Key, Say("%s must be a number from %d to %d.", f.Label, f.Least, f.Most)}
	}
	return bare, nil
}

func (f FormField) unfit() error {
	return &FieldError{f.Key, Say("What is written for “%s” does not fit. Numbers are written in digits, and a yes or no as “true” or “false”.", f.Label)}
}

// Named is the field within a sentence: by its label where that is ours, and as an answer to the words of others.
func (f FormField) Named() string {
	label := []rune(f.Label.Key())
	switch {
	case len(label) == 0:
		return "answer"
	case len(label) > 1 && unicode.IsUpper(label[1]):
		return string(label) // it begins with an abbreviation
	}
	label[0] = unicode.ToLower(label[0])
	return string(label)
}

// value is a text of the field as a value.
func (f FormField) value(text string) (json.RawMessage, error) {
	switch f.Kind {
	case FieldNumber, FieldYesNo, FieldJSON:
		return json.RawMessage(text), nil
	case FieldLines:
		return f.lines(text)
	case FieldText, FieldAddress, FieldSecret, FieldChoice, FieldDate:
	}
	return json.Marshal(text)
}

func (f FormField) lines(text string) (json.RawMessage, error) {
	entry, all := FormField{Key: f.Key, Kind: f.Entries, Label: f.Label}, []json.RawMessage{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		kept, err := entry.Text(line)
		if err != nil {
			return nil, err
		}
		one, err := entry.value(kept)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return json.Marshal(all)
}

// PlainField is the kind of field a value has by itself: a text, a number, a yes or no has one.
func PlainField(value json.RawMessage) (FieldKind, bool) {
	var v any
	if json.Unmarshal(value, &v) != nil {
		return "", false
	}
	switch v.(type) {
	case string:
		return FieldText, true
	case float64:
		return FieldNumber, true
	case bool:
		return FieldYesNo, true
	default:
		return "", false
	}
}
