package packkit

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// customer are the arguments of what a [Connected] tool is called with.
type customer struct {
	Account string `json:"account" jsonschema:"the account's number, as it stands on its invoices"`
	Note    string `json:"note,omitempty" jsonschema:"what is to be noted with it, in a few words"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many at most; all when left out"`
}

// Connected returns as many tools as a large connection has: ten verbs of ten things, again and again, each as long as a tool of the packs.
func Connected(n int) tools.Pack {
	verbs, things := strings.Fields("create list update delete export send archive approve merge assign"), strings.Fields("invoice customer order shipment contact deal campaign report user role")
	crm := tools.Pack{Name: "crm"}
	for i := range n {
		verb, thing := verbs[i%len(verbs)], things[i/len(verbs)%len(things)]
		crm.Tools = append(crm.Tools, tools.Tool{
			Name: fmt.Sprintf("crm_%s_%s_%d", verb, thing, i), Label: fmt.Sprintf("CRM: %s %s %d", verb, thing, i), Class: assistant.ClassQuery, Effect: assistant.EffectNone,
			Answers: true, Arguments: tools.Arguments[customer](),
			Description: fmt.Sprintf("Calls the CRM to %s the %s of an account, in its variant %d, and tells what came of it, with the account's number and its state.", verb, thing, i),
			Run:         func(context.Context, tools.Call) (assistant.Receipt, error) { return assistant.Receipt{}, nil },
		})
	}
	return crm
}
