package projects

import "github.com/aisteam/aisteam/assistant"

// CheckAddress is what is said of an address in a form.
func CheckAddress(given string) error {
	_, err := address(given, assistant.FormField{Key: "site.url", Label: assistant.Label("Address")})
	return err
}
