// Package passkeys lets people sign in by passkeys (WebAuthn): a key that their device or password manager holds, and uses once it has
// made sure that it is them. Each ceremony has two steps. The first gives a browser a challenge, which is kept under a secret:
//
//	begin ── options, secret ──▶ browser ── response, secret ──▶ finish
//
// The second takes the challenge away, so that a response is worth nothing twice, and holds what came against it, against the panel's
// address and against the public key.
package passkeys

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/aisteam/aisteam/assistant"
)

// Kept keeps passkeys, and what they are to sign. What is not there is [assistant.ErrPasskey].
type Kept interface {
	KeepChallenge(ctx context.Context, t assistant.TenantID, secret string, body []byte) error
	TakeChallenge(ctx context.Context, t assistant.TenantID, secret string) ([]byte, error)
	SavePasskey(ctx context.Context, t assistant.TenantID, k assistant.Passkey) (assistant.Passkey, error)
	Passkeys(ctx context.Context, t assistant.TenantID, p assistant.PersonID) ([]assistant.Passkey, error)
	Passkey(ctx context.Context, t assistant.TenantID, key string) (assistant.Passkey, error)
}

// Desk goes through the ceremonies, each at the panel's address as it is then. A passkey belongs to the name that it was made at: what was begun
// or made at another one proves nothing.
type Desk struct {
	kept   Kept
	tenant assistant.TenantID
	ids    *assistant.IDs
	panel  assistant.Public
}

// Begun is the first half of a ceremony: what the browser asks the device, and what it brings back.
type Begun struct {
	Options any    `json:"options"`
	Secret  string `json:"secret"`
}

const relyingParty = "AISTEAM"

// New makes a desk for a panel.
func New(kept Kept, t assistant.TenantID, ids *assistant.IDs, panel assistant.Public) *Desk {
	return &Desk{kept: kept, tenant: t, ids: ids, panel: panel}
}

// Serves tells whether people can have passkeys at the panel's address. A nil desk serves nobody.
func (d *Desk) Serves() bool { return d != nil && Possible(d.panel.Now()) }

// Possible tells whether browsers have passkeys at an address: they do for names alone, over TLS or on the machine itself.
func Possible(at assistant.Address) bool {
	_, err := party(at)
	return err == nil
}

// errNowhere says that browsers have no passkeys at an address.
var errNowhere = errors.New("the address is not one of a name over TLS")

// party is whom passkeys are for at an address.
func party(a assistant.Address) (*webauthn.WebAuthn, error) {
	at, err := url.Parse(a.URL)
	if err != nil || at.Scheme != "https" && at.Hostname() != "localhost" {
		return nil, errNowhere
	}
	return webauthn.New(&webauthn.Config{ // which refuses an address of numbers
		RPID: at.Hostname(), RPDisplayName: relyingParty, RPOrigins: []string{at.Scheme + "://" + at.Host}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired},
	})
}

// party is whom passkeys are for at the panel's address.
func (d *Desk) party() (*webauthn.WebAuthn, error) {
	web, err := party(d.panel.Now())
	if err != nil {
		return nil, misfit("find out whom passkeys are for", err)
	}
	return web, nil
}

// user is a person as devices know them.
type user struct {
	id    string
	name  string
	known []webauthn.Credential
}

func (u user) WebAuthnID() []byte                         { return []byte(u.id) }
func (u user) WebAuthnName() string                       { return u.name }
func (u user) WebAuthnDisplayName() string                { return u.name }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.known }

// user is a person with the keys that they have.
func (d *Desk) user(ctx context.Context, p assistant.Person) (user, error) {
	u := user{id: string(p.ID), name: p.Name}
	all, err := d.kept.Passkeys(ctx, d.tenant, p.ID)
	if err != nil {
		return u, err
	}
	for _, k := range all {
		c, err := credential(k)
		if err != nil {
			return u, err
		}
		u.known = append(u.known, c)
	}
	return u, nil
}

func credential(k assistant.Passkey) (webauthn.Credential, error) {
	var c webauthn.Credential
	if err := json.Unmarshal(k.Public, &c); err != nil {
		return c, fmt.Errorf("read passkey %s: %w", k.ID, err)
	}
	return c, nil
}

// Host is the name of the panel's address that a key was made at, where alone it signs anybody in; "" where that cannot be read. Here tells
// whether that is the panel's name now.
func (d *Desk) Host(k assistant.Passkey) (name string, here bool) {
	c, err := credential(k)
	var made protocol.CollectedClientData
	if err == nil {
		err = json.Unmarshal(c.Attestation.ClientDataJSON, &made)
	}
	at, wrong := url.Parse(made.Origin)
	if err != nil || wrong != nil {
		return "", false
	}
	now, err := url.Parse(d.panel.Now().URL)
	return at.Hostname(), err == nil && at.Hostname() == now.Hostname()
}

// begun keeps a challenge.
func (d *Desk) begun(ctx context.Context, options any, s *webauthn.SessionData) (Begun, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return Begun{}, fmt.Errorf("write what a passkey is to sign: %w", err)
	}
	b := Begun{Options: options, Secret: d.ids.Secret()}
	return b, d.kept.KeepChallenge(ctx, d.tenant, b.Secret, body)
}

// taken gives a challenge back, once.
func (d *Desk) taken(ctx context.Context, secret string) (webauthn.SessionData, error) {
	var s webauthn.SessionData
	body, err := d.kept.TakeChallenge(ctx, d.tenant, secret)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return s, fmt.Errorf("read what a passkey was to sign: %w", err)
	}
	return s, nil
}

// BeginAdd asks a device for a new key of a person. It makes none where it holds one of theirs already.
func (d *Desk) BeginAdd(ctx context.Context, p assistant.Person) (Begun, error) {
	u, err := d.user(ctx, p)
	if err != nil {
		return Begun{}, err
	}
	web, err := d.party()
	if err != nil {
		return Begun{}, err
	}
	options, s, err := web.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.known).CredentialDescriptors()))
	if err != nil {
		return Begun{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return d.begun(ctx, options.Response, s)
}

// FinishAdd keeps the key that a device has made, for the person for whom it was asked. What does not fit is [assistant.ErrPasskey].
func (d *Desk) FinishAdd(ctx context.Context, p assistant.Person, secret, name string, response []byte) (assistant.Passkey, error) {
	s, err := d.taken(ctx, secret)
	if err != nil {
		return assistant.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return assistant.Passkey{}, misfit("read a new passkey", err)
	}
	web, err := d.party()
	if err != nil {
		return assistant.Passkey{}, err
	}
	c, err := web.CreateCredential(user{id: string(p.ID), name: p.Name}, s, parsed)
	if err != nil {
		return assistant.Passkey{}, misfit("hold a new passkey against what was asked", err)
	}
	public, err := json.Marshal(c)
	if err != nil {
		return assistant.Passkey{}, fmt.Errorf("write a passkey: %w", err)
	}
	return d.kept.SavePasskey(ctx, d.tenant, assistant.Passkey{Person: p.ID, Key: base64.RawURLEncoding.EncodeToString(c.ID), Name: name, Public: public})
}

// BeginSignIn asks a device for whichever of its keys it has for this panel. Nobody is named, so nothing is told of anybody.
func (d *Desk) BeginSignIn(ctx context.Context) (Begun, error) {
	web, err := d.party()
	if err != nil {
		return Begun{}, err
	}
	options, s, err := web.BeginDiscoverableLogin()
	if err != nil {
		return Begun{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return d.begun(ctx, options.Response, s)
}

// SignIn tells which passkey has proved itself, as it is by now. What does not fit is [assistant.ErrPasskey].
func (d *Desk) SignIn(ctx context.Context, secret string, response []byte) (assistant.Passkey, error) {
	s, err := d.taken(ctx, secret)
	if err != nil {
		return assistant.Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return assistant.Passkey{}, misfit("read what a passkey signed", err)
	}
	web, err := d.party()
	if err != nil {
		return assistant.Passkey{}, err
	}
	var kept assistant.Passkey
	var failed error // of ours, which webauthn would hide
	_, c, err := web.ValidatePasskeyLogin(func(rawID, _ []byte) (webauthn.User, error) {
		k, err := d.kept.Passkey(ctx, d.tenant, base64.RawURLEncoding.EncodeToString(rawID))
		if err != nil {
			failed = err
			return nil, err
		}
		known, err := credential(k)
		kept, failed = k, err
		return user{id: string(k.Person), known: []webauthn.Credential{known}}, err
	}, s, parsed)
	if failed != nil {
		return assistant.Passkey{}, failed
	}
	if err != nil {
		return assistant.Passkey{}, misfit("hold what a passkey signed against what was asked", err)
	}
	if c.Authenticator.CloneWarning {
		return assistant.Passkey{}, misfit("count the uses of a passkey", errors.New("it has been used by a copy"))
	}
	if kept.Public, err = json.Marshal(c); err != nil {
		return assistant.Passkey{}, fmt.Errorf("write passkey %s: %w", kept.ID, err)
	}
	return kept, nil
}

// misfit is the error for a response that proves nothing.
func misfit(doing string, err error) error {
	return fmt.Errorf("%s: %w: %w", doing, assistant.ErrPasskey, err)
}
