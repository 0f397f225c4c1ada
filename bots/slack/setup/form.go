package setup

import (
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// The secrets of the app, by the keys of its form.
const (
	BotToken      = "bot_token"
	AppToken      = "app_token"      // opens sockets
	SigningSecret = "signing_secret" // proves what comes over HTTP
)

const longest = 500

// Form is what there is to be copied from the app's pages.
func (App) Form() assistant.Form {
	return assistant.Form{Fields: []assistant.FormField{
		{Key: BotToken, Kind: assistant.FieldSecret, Label: assistant.Say("Bot User OAuth Token"), Most: longest, Hint: assistant.Say("It begins with %s and stands under Install App.", "xoxb-")},
		{Key: AppToken, Kind: assistant.FieldSecret, Label: assistant.Say("App-level token"), Most: longest, Hint: assistant.Say("It begins with %s and is made under Basic Information. With it Slack needs no way to this installation.", "xapp-")},
		{
			Key: SigningSecret, Kind: assistant.FieldSecret, Label: assistant.Say("Signing secret, in place of the app-level token"), Most: longest,
			Hint: assistant.Say("Only where Slack reaches this installation at a public https address."),
		},
	}}
}

// Fits finds what cannot be a token of the app.
func (App) Fits(set assistant.PartSettings) error {
	bot, app := set.Secret(BotToken), set.Secret(AppToken)
	for key, secret := range set.Secrets {
		if strings.ContainsFunc(string(secret), stray) {
			return &assistant.FieldError{Key: key, Message: assistant.Say("There is a space, a line break or a letter in the key that cannot be in one. Copy it again, without what stands around it.")}
		}
	}
	switch {
	case !strings.HasPrefix(bot, "xoxb-") && !strings.HasPrefix(bot, "xoxe."):
		return &assistant.FieldError{Key: BotToken, Message: assistant.Say("Paste the Bot User OAuth Token: it begins with %s and stands under Install App.", "xoxb-")}
	case app != "" && !strings.HasPrefix(app, "xapp-"):
		return &assistant.FieldError{Key: AppToken, Message: assistant.Say("That is no app-level token: those begin with %s and are made under Basic Information, App-Level Tokens.", "xapp-")}
	case app == "" && set.Secret(SigningSecret) == "":
		return &assistant.FieldError{Key: AppToken, Message: assistant.Say("Slack needs a way in: paste an app-level token or, where Slack can reach this installation, the signing secret.")}
	}
	return nil
}

// stray tells whether no token has such a letter.
func stray(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxASCII }
