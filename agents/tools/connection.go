package tools

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/aisteam/aisteam/assistant"
)

// ConnectionForm is a kind of connection that a pack's tools work through: what people are asked for it, and what only code
// knows of it. Fields that are nil are abilities it does not have.
type ConnectionForm struct {
	assistant.ConnectionForm

	// Test tries the connection as the tools would use it, and changes nothing. It says what was found as a sentence for
	// people; a returned *assistant.Trouble says what to mend.
	Test func(ctx context.Context, c ConnectionTest) (found assistant.Sentence, err error)
	// Reach looks whether anything answers at the address, before it is kept; a returned *assistant.Trouble says what does not.
	Reach func(ctx context.Context, c ConnectionTest) error
}

// ConnectionTest is what is tried: a connection that may not be kept yet.
type ConnectionTest struct {
	Project    assistant.Project // with the tenant it belongs to
	Connection assistant.Connection
	Secret     assistant.Secret // "" where there is none
}

// CheckForms returns an error that names every form that is not whole, or whose kind another one has.
func CheckForms(forms ...ConnectionForm) error {
	var wrong []error
	kinds := map[assistant.ConnectionKind]bool{}
	for _, f := range forms {
		if err := f.check(); err != nil {
			wrong = append(wrong, fmt.Errorf("connection %q: %w", f.Kind, err))
		}
		if kinds[f.Kind] {
			wrong = append(wrong, fmt.Errorf("connection %q: there are two of that kind", f.Kind))
		}
		kinds[f.Kind] = true
	}
	return errors.Join(wrong...)
}

var connectionWord = regexp.MustCompile(`^[a-z][a-z0-9_]{0,30}$`)

func (f ConnectionForm) check() error {
	taken := map[string]bool{}
	var wrong []error
	expect := func(ok bool, what string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Errorf(what, args...))
		}
	}
	expect(connectionWord.MatchString(string(f.Kind)), "its kind is not a word of a-z, 0-9 and _")
	expect(f.Label != "" && f.Says != "" && f.Choice != "", "it has no words for people")
	expect(len(f.Gives) > 0, "it gives nothing that a tool could need")
	expect(f.Tested == (f.Test != nil), "whether it can be tried is not said as it is")
	secrets := 0
	for _, one := range f.Fields {
		expect(connectionWord.MatchString(one.Key), "the key %q is not a word of a-z, 0-9 and _", one.Key)
		expect(!taken[one.Key], "the key %q is there twice", one.Key)
		expect(!one.Label.IsZero(), "the field %q has no label", one.Key)
		expect(one.Most > 0, "the field %q has no bound", one.Key)
		taken[one.Key] = true
		switch one.Kind {
		case assistant.FieldText, assistant.FieldAddress:
		case assistant.FieldSecret:
			secrets++
		default:
			expect(false, "the field %q is of the unknown kind %q", one.Key, one.Kind)
		}
	}
	expect(secrets <= 1, "it has %d secrets, and one is kept", secrets)
	return errors.Join(wrong...)
}
