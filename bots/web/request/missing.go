package request

import "github.com/aisteam/aisteam/assistant"

// missing says that there is no such thing. Each is a sentence of its own, since languages bend it by the thing; a test finds those that
// are asked for and not here.
func missing(thing string) assistant.Sentence {
	said, known := map[string]assistant.Sentence{
		"page":                          assistant.Say("There is no such page."),
		"route":                         assistant.Say("There is no such route."),
		"run":                           assistant.Say("There is no such run."),
		"conversation":                  assistant.Say("There is no such conversation."),
		"project":                       assistant.Say("There is no such project."),
		"conversation or project":       assistant.Say("There is no such conversation or project."),
		"run, conversation or project":  assistant.Say("There is no such run, conversation or project."),
		"project or person of the rule": assistant.Say("There is no such project or person of the rule."),
		"file":                          assistant.Say("There is no such file."),
		"person":                        assistant.Say("There is no such person."),
		"invitation":                    assistant.Say("There is no such invitation."),
		"session":                       assistant.Say("There is no such session."),
		"device":                        assistant.Say("There is no such device."),
		"linked account":                assistant.Say("There is no such linked account."),
		"background task":               assistant.Say("There is no such automation."),
		"hook":                          assistant.Say("There is no such hook."),
		"event":                         assistant.Say("There is no such event."),
		"channel":                       assistant.Say("There is no such channel."),
		"rule":                          assistant.Say("There is no such rule."),
		"standing approval":             assistant.Say("There is no such standing approval."),
		"delegation":                    assistant.Say("There is no such delegation."),
		"approval":                      assistant.Say("There is no such approval."),
		"plan":                          assistant.Say("There is no such plan."),
		"question":                      assistant.Say("There is no such question."),
		"suggestion":                    assistant.Say("There is no such suggestion."),
		"part that can be tried":        assistant.Say("There is no such part that can be tried."),
		"thing here":                    assistant.Say("There is no such thing here."),
		"step":                          assistant.Say("There is no such step."),
		"answer":                        assistant.Say("There is no such answer."),
	}[thing]
	if !known {
		return assistant.Say("There is no such thing here.")
	}
	return said
}
