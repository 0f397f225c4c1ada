package llm

// ValidateFacts is the input of [PurposeValidate].
type ValidateFacts struct {
	Answer   string        `json:"answer"`
	Receipts []ReceiptFact `json:"receipts"`
}

// ReceiptFact is one receipt: what it is of, and what came of that.
type ReceiptFact struct {
	Key  string `json:"key"`
	What string `json:"what"`
	Came string `json:"came"`
}

// ValidateReply is the reply to [PurposeValidate].
type ValidateReply struct {
	Claims []ClaimReply `json:"claims" jsonschema:"every statement that something was done; empty where there is none"`
}

// ClaimReply is a statement that something was done, and what shows it.
type ClaimReply struct {
	Says    string `json:"says" jsonschema:"the statement, in the answer's own words"`
	Receipt string `json:"receipt" jsonschema:"the key of the receipt that shows it; empty where none does"`
}
