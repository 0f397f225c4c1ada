package address

import (
	"context"
	"net/http"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web/passkeys"
)

// Holders counts the people who sign in by a passkey.
type Holders interface {
	PasskeyHolders(ctx context.Context, t assistant.TenantID) (int, error)
}

// Setup lets an admin set the public address. All fields are required. Faults are reported as [assistant.Trouble].
type Setup struct {
	Proof   Proof
	Client  *http.Client // that follows nobody elsewhere, and waits for no answer without end
	Public  assistant.Public
	Holders Holders
	Tenant  assistant.TenantID
	IDs     *assistant.IDs
}

// Form is what the address is known by.
func (Setup) Form() assistant.Form {
	return assistant.Form{
		Lead: []assistant.Sentence{
			assistant.Say("Links in chats, e-mails and webhooks use it as soon as it is saved. Links sent earlier keep working as long as their address still leads here."),
			assistant.Say("At a new address everybody signs in again. Slack and Discord keep sending to the old one until you change it in their app settings."),
		},
		Fields: []assistant.FormField{
			{Key: Field, Kind: assistant.FieldAddress, Label: assistant.Say("Address"), Most: longest, Required: true, Placeholder: assistant.Verbatim("https://team.example.com")},
		},
	}
}

// Fits finds what cannot be an address of a panel.
func (Setup) Fits(set assistant.PartSettings) error {
	_, err := Read(set.Given[Field])
	return err
}

// Try looks whether the address leads here, and who could not sign in there by their passkey.
func (s Setup) Try(ctx context.Context, set assistant.PartSettings) (assistant.Sentence, error) {
	at := Of(set)
	loses, err := s.loses(ctx, at)
	if err != nil {
		return assistant.Sentence{}, err
	}
	switch met := s.visit(ctx, at.URL); {
	case met == nil && loses.IsZero():
		return assistant.Say("%s leads to this panel.", at.URL), nil
	case met == nil:
		return assistant.Sentence{}, assistant.BadInput(loses, assistant.Say("Make sure that they can sign in another way, such as by e-mail or a link from an admin. They add a new passkey afterwards."))
	default:
		met.Problem.Message = met.Problem.Message.Then(loses)
		return assistant.Sentence{}, met
	}
}

// loses says how many people cannot sign in by their passkey any more once they come by an address; it is zero where all can.
func (s Setup) loses(ctx context.Context, at assistant.Address) (assistant.Sentence, error) {
	now := s.Public.Now()
	if !passkeys.Possible(now) || passkeys.Possible(at) && at.Host() == now.Host() {
		return assistant.Sentence{}, nil
	}
	n, err := s.Holders.PasskeyHolders(ctx, s.Tenant)
	if err != nil || n == 0 {
		return assistant.Sentence{}, err
	}
	return Passkeys(n, now), nil
}

// Passkeys says that people have passkeys which work at an address alone.
func Passkeys(n int, at assistant.Address) assistant.Sentence {
	return assistant.Say("%d people sign in with a passkey that works only at %s.", n, at.Host())
}
