package bots

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Linking makes one person of two accounts.
type Linking interface {
	// PersonFor returns the person behind an account, or a new member if the account is unknown.
	PersonFor(ctx context.Context, t assistant.TenantID, from assistant.Identity) (assistant.Person, error)
	// MakeLinkCode makes a code of the person's; an older one is void then.
	MakeLinkCode(ctx context.Context, t assistant.TenantID, id assistant.PersonID) (assistant.LinkCode, error)
	// LinkCodeMaker tells whose code it is, and links nothing; or says why not in an [assistant.Trouble].
	LinkCodeMaker(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
	// RedeemLinkCode makes the person one with the code's maker, or says why not in an [assistant.Trouble].
	RedeemLinkCode(ctx context.Context, t assistant.TenantID, as assistant.PersonID, code string) (assistant.Person, error)
}

// linkSure is what follows a code that its maker is known of.
const linkSure = "yes"

// Link answers a person who links accounts: without a code they get one, with one they are told whose it is, and with the
// code and "yes" they become its maker: nobody becomes somebody by a code that they were talked into entering. What it returns is
// plain text for that person alone; done is false where nothing was linked or made.
func Link(ctx context.Context, l Linking, t assistant.TenantID, from assistant.Identity, code string) (note assistant.Sentence, done bool, err error) {
	p, err := l.PersonFor(ctx, t, from)
	if err != nil {
		return assistant.Sentence{}, false, fmt.Errorf("find person: %w", err)
	}
	if code = strings.TrimSpace(code); code == "" {
		made, err := l.MakeLinkCode(ctx, t, p.ID)
		if err != nil {
			return assistant.Sentence{}, false, fmt.Errorf("make code: %w", err)
		}
		return assistant.Say("Your code is %s. It works once, for ten minutes. Enter it with your other account: on Slack with "+
			"/aisteam link and the code, on Discord with /settings code, on the panel under People. "+
			"Keep it to yourself: whoever enters it becomes you here.", made), true, nil
	}
	bare, sure := strings.CutSuffix(strings.ToLower(code), linkSure)
	if sure = sure && strings.TrimSpace(bare) != ""; sure {
		code = strings.TrimSpace(code[:len(bare)])
	}
	if !sure {
		return askLink(ctx, l, t, p, code)
	}
	to, err := l.RedeemLinkCode(ctx, t, p.ID, code)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return refused.Problem.Whole(), false, nil
	}
	if err != nil {
		return assistant.Sentence{}, false, fmt.Errorf("redeem code: %w", err)
	}
	if to.Name == "" {
		return assistant.Say("Done: your accounts are linked. What you asked for with this one is yours with the other, too."), true, nil
	}
	return assistant.Say("Done: your accounts are linked, and you are %s here, with that account's role. What you asked for with this one stays yours.", OneLine(to.Name)), true, nil
}

// askLink tells whose code it is before anything comes of it.
func askLink(ctx context.Context, l Linking, t assistant.TenantID, p assistant.Person, code string) (note assistant.Sentence, done bool, err error) {
	whose, err := l.LinkCodeMaker(ctx, t, p.ID, code)
	if refused, ok := errors.AsType[*assistant.Trouble](err); ok {
		return refused.Problem.Whole(), false, nil
	}
	if err != nil {
		return assistant.Sentence{}, false, fmt.Errorf("look up code: %w", err)
	}
	return LinkWarning(whose).Then(assistant.Say("Nothing is linked yet. If that is you, enter the code once more with “%s” after it: %s.",
		linkSure, OneLine(Clip(code, 40))+" "+linkSure)), false, nil
}

// LinkWarning says whose a code is, and what comes of entering it.
func LinkWarning(whose assistant.Person) assistant.Sentence {
	name := assistant.Verbatim(OneLine(whose.Name))
	if name.IsZero() {
		name = assistant.Say("somebody without a name")
	}
	return assistant.Say("This is a code of %s, who is %s here. Whoever enters it becomes %s: what you asked for with this account is theirs then, "+
		"and what you write counts as theirs. Enter only a code that you made yourself.", name, role(whose.Role), name)
}

func role(r assistant.Role) assistant.Sentence {
	switch r {
	case assistant.RoleAdmin:
		return assistant.Say("an admin")
	case assistant.RoleApprover:
		return assistant.Say("an approver")
	case assistant.RoleMember:
		return assistant.Say("a member")
	default:
		return assistant.Say("a %s", string(r))
	}
}
