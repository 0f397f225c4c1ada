package bots_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// linking is a tenant of one person, who has a code already.
type linking struct{ entered []string }

var errAway = errors.New("away")

func (*linking) PersonFor(_ context.Context, _ assistant.TenantID, from assistant.Identity) (assistant.Person, error) {
	if from.External == "" {
		return assistant.Person{}, errAway
	}
	return assistant.Person{ID: assistant.PersonID("person-" + from.External)}, nil
}

func (*linking) MakeLinkCode(context.Context, assistant.TenantID, assistant.PersonID) (assistant.LinkCode, error) {
	return assistant.LinkCode{Code: "ACDEFGHJ"}, nil
}

func (*linking) LinkCodeMaker(_ context.Context, _ assistant.TenantID, _ assistant.PersonID, code string) (assistant.Person, error) {
	if code == "ACDE-FGHJ" {
		return assistant.Person{Name: "Anna\nK.", Role: assistant.RoleApprover}, nil
	}
	return assistant.Person{}, assistant.ErrCode
}

func (l *linking) RedeemLinkCode(_ context.Context, _ assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error) {
	l.entered = append(l.entered, string(as)+" "+code)
	if code == "ACDE-FGHJ" {
		return assistant.Person{Name: "Anna\nK."}, nil
	}
	return assistant.Person{}, assistant.ErrCode
}

func TestLinkingIsToldToThePersonInPlainWords(t *testing.T) {
	l := &linking{}
	me := assistant.Identity{Surface: assistant.SurfaceSlack, External: "U1"}
	for given, want := range map[string]struct {
		says string
		done bool
	}{
		" ":             {"Your code is ACDE-FGHJ.", true},
		" ACDE-FGHJ ":   {"This is a code of Anna K., who is an approver here. Whoever enters it becomes Anna K.", false},
		"ACDE-FGHJ":     {"Nothing is linked yet. If that is you, enter the code once more with “yes” after it: ACDE-FGHJ yes.", false},
		"ACDE-FGHJ yes": {"you are Anna K. here", true}, " ACDE-FGHJ  YES ": {"you are Anna K. here", true},
		"garbage": {"That code is not valid", false}, "garbage yes": {"That code is not valid", false}, "yes": {"That code is not valid", false},
	} {
		note, done, err := bots.Link(t.Context(), l, "t", me, given)
		if err != nil || done != want.done || !strings.Contains(note.String(), want.says) {
			t.Errorf("%q: %q, %v, %v", given, note, done, err)
		}
	}
	if _, _, err := bots.Link(t.Context(), l, "t", assistant.Identity{}, ""); !errors.Is(err, errAway) {
		t.Errorf("a failure is told as %v", err)
	}
	if len(l.entered) != 3 {
		t.Errorf("entered %q", l.entered)
	}
}
