package setup

import (
	"crypto/ed25519"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// What the application is set by, by the keys of its form.
const (
	Token       = "token"
	Application = "application"
	PublicKey   = "public_key"
)

// Form is what there is to be copied from the application's pages.
func (App) Form() assistant.Form {
	return assistant.Form{Fields: []assistant.FormField{
		{Key: Application, Kind: assistant.FieldText, Label: assistant.Say("Application ID"), Most: 30, Required: true, Hint: assistant.Say("It stands under General Information.")},
		{Key: Token, Kind: assistant.FieldSecret, Label: assistant.Say("Bot token"), Most: 500, Hint: assistant.Say("Under Bot, Reset Token shows it once.")},
		{
			Key: PublicKey, Kind: assistant.FieldText, Label: assistant.Say("Public key, if Discord sends clicks to this installation"), Most: 100,
			Hint: assistant.Say("Only where the Interactions Endpoint URL of the application leads here. Left empty, clicks come like everything else."),
		},
	}}
}

// Fits finds what cannot be an application's.
func (App) Fits(set assistant.PartSettings) error {
	id, key, token := set.Given[Application], set.Given[PublicKey], set.Secret(Token)
	raw, err := hex.DecodeString(key)
	switch {
	case id == "" || strings.Trim(id, "0123456789") != "":
		return &assistant.FieldError{Key: Application, Message: assistant.Say("An Application ID is a number such as 1299999999999999999.")}
	case token == "" || strings.ContainsFunc(token, stray):
		return &assistant.FieldError{Key: Token, Message: assistant.Say("Paste the token of the bot, without what stands around it.")}
	case key != "" && (err != nil || len(raw) != ed25519.PublicKeySize):
		return &assistant.FieldError{Key: PublicKey, Message: assistant.Say("A public key has 64 digits and letters from a to f, as General Information shows it.")}
	}
	return nil
}

// stray tells whether no token has such a letter.
func stray(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxASCII }
