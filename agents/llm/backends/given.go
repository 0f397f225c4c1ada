package backends

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/aisteam/aisteam/assistant"
)

// settings reads what somebody has filled in of an offer. A key that was left empty is the one that is kept, as long as it is for the same
// provider at the same address. What cannot be is a [*assistant.FieldError].
func settings(g assistant.ModelGiven, kept assistant.ModelSettings) (assistant.ModelSettings, error) {
	i := slices.IndexFunc(offers(), func(o offer) bool { return o.key == g.Offer })
	if i < 0 {
		return assistant.ModelSettings{}, &assistant.FieldError{Key: "offer", Message: assistant.Say("Choose a provider first.")}
	}
	o := offers()[i]
	out := assistant.ModelSettings{Provider: o.provider, Key: assistant.Secret(o.value(g, fieldKey)), Model: o.value(g, fieldModel)}
	if o.key == offerCompatible {
		var err error
		if out.BaseURL, err = o.address(o.value(g, fieldBase)); err != nil {
			return out, err
		}
		if azure(out.BaseURL) {
			out.Provider = assistant.ProviderAzure
		}
	} else if recommended := Recommended(o.provider); out.Model == "" || out.Model == recommended.Strong {
		out.Model, out.Fast = recommended.Strong, recommended.Fast
	}
	if out.Key == "" && out.SameDoor(kept) {
		out.Key = kept.Key
	}
	switch {
	case stray(out.Model) || out.Model == "":
		return out, o.wrong(fieldModel, assistant.Say("Enter the name of a model as its server calls it, without spaces."))
	case stray(string(out.Key)):
		return out, o.wrong(fieldKey, assistant.Say("There is a space, a line break or a letter in the key that cannot be in one. Copy it again, without what stands around it."))
	case out.Key == "" && o.key != offerCompatible:
		return out, o.wrong(fieldKey, assistant.Say("Paste the API key. A key that was kept is only ever used with the provider that it was entered for."))
	}
	return out, nil
}

func (o offer) value(g assistant.ModelGiven, field string) string {
	return strings.TrimSpace(g.Values[o.key+"."+field])
}

func (o offer) wrong(field string, why assistant.Sentence) error {
	return &assistant.FieldError{Key: o.key + "." + field, Message: why}
}

// address is a base address as it is kept: that of a server, with a path and nothing else.
func (o offer) address(given string) (string, error) {
	u, err := url.Parse(given)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || stray(given) {
		return "", o.wrong(fieldBase, assistant.Say("Enter the address of the server, such as http://127.0.0.1:11434/v1."))
	}
	return strings.TrimRight(given, "/"), nil
}

// azure tells whether an address is one of Azure's, where models go by the names of deployments.
func azure(base string) bool {
	u, err := url.Parse(base)
	return err == nil && (strings.HasSuffix(u.Hostname(), ".openai.azure.com") || strings.HasSuffix(u.Hostname(), ".services.ai.azure.com"))
}

// stray tells whether a text holds what no key, name or address does.
func stray(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxASCII })
}
