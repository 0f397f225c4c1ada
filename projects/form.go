package projects

import "github.com/aisteam/aisteam/assistant"

// The keys of what every project is asked for.
const (
	SettingName     = "name"
	SettingDomain   = "domain"
	SettingLanguage = "language"
	SettingAllowed  = "task type"
)

// MaxSetting bounds the settings that every project has, in characters.
const MaxSetting = 200

// SettingOf is the key of a field of a kind of connection.
func SettingOf(kind assistant.ConnectionKind, key string) string { return string(kind) + "." + key }

// SettingFields are what every project is asked for, with what stands there.
func SettingFields(p assistant.Project) []assistant.FormField {
	return []assistant.FormField{
		{
			Key: SettingName, Kind: assistant.FieldText, Label: assistant.Say("Name"), Hint: assistant.Say("What people call it: my words in plans and answers."),
			Value: p.Name, Required: true, Most: MaxSetting,
		},
		{Key: SettingDomain, Kind: assistant.FieldText, Label: assistant.Say("Domain"), Placeholder: assistant.Verbatim("example.com"), Value: p.Domain, Most: MaxSetting},
		{
			Key: SettingLanguage, Kind: assistant.FieldText, Label: assistant.Say("Language"), Hint: assistant.Say("Of its pages, where it is always the same: I ask otherwise."),
			Placeholder: assistant.Say("English"), Value: p.Language, Most: MaxSetting,
		},
	}
}

// ConnectionFields are those of a connection, with what stands there. Of a secret that says whether one is kept, and nothing else. Where there
// is no connection yet, its address is the project's domain until somebody writes another.
func ConnectionFields(f assistant.ConnectionForm, p assistant.Project) []assistant.FormField {
	have, connected := p.Connected(f.Kind)
	var out []assistant.FormField
	for _, one := range f.Fields {
		if one.Kind == assistant.FieldSecret {
			one.Kept = have.Opened
			if one.Hint.IsZero() {
				one.Hint = assistant.Label(f.Hint)
			}
		} else {
			one.Value = have.Config[one.Key]
		}
		if one.Kind == assistant.FieldAddress && !connected && p.Domain != "" {
			one.Value = "https://" + p.Domain
		}
		one.Key = SettingOf(f.Kind, one.Key)
		out = append(out, one)
	}
	return out
}

// Filled is what a form says of a project, by the keys of its fields: what every project has, and the connection of a kind, where one is
// meant. What the form leaves out stays, and so does a secret that is left empty.
func Filled(given map[string]string, f assistant.ConnectionForm) Change {
	of := func(key string) *string {
		if text, ok := given[key]; ok {
			return &text
		}
		return nil
	}
	c := Change{Name: of(SettingName), Domain: of(SettingDomain), Language: of(SettingLanguage)}
	if f.Kind != "" {
		c.Connect = map[assistant.ConnectionKind]Fields{f.Kind: Connecting(given, f)}
	}
	return c
}

// Connecting is what a form says of a connection.
func Connecting(given map[string]string, f assistant.ConnectionForm) Fields {
	out := Fields{}
	for _, one := range f.Fields {
		if text, ok := given[SettingOf(f.Kind, one.Key)]; ok && (text != "" || one.Kind != assistant.FieldSecret) {
			out[one.Key] = text
		}
	}
	return out
}
