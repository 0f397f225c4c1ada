package assistant

import (
	"encoding/json"
	"fmt"
)

// EncodeBody returns the body's JSON, to be kept beside its [Body.Type].
func EncodeBody(b Body) ([]byte, error) {
	raw, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encode %s body: %w", b.Type(), err)
	}
	return raw, nil
}

// DecodeBody is the inverse of [EncodeBody]. An unknown type is an error: a newer replica may have written it.
func DecodeBody(typ string, raw []byte) (Body, error) {
	switch typ {
	case Said{}.Type():
		return decode[Said](raw)
	case Revised{}.Type():
		return decode[Revised](raw)
	case Thought{}.Type():
		return decode[Thought](raw)
	case Routed{}.Type():
		return decode[Routed](raw)
	case ActivityChanged{}.Type():
		return decode[ActivityChanged](raw)
	case Briefed{}.Type():
		return decode[Briefed](raw)
	case Asked{}.Type():
		return decode[Asked](raw)
	case Answered{}.Type():
		return decode[Answered](raw)
	case PlanProposed{}.Type():
		return decode[PlanProposed](raw)
	case PlanDecided{}.Type():
		return decode[PlanDecided](raw)
	case RunStarted{}.Type():
		return decode[RunStarted](raw)
	case GroupStarted{}.Type():
		return decode[GroupStarted](raw)
	case TaskStarted{}.Type():
		return decode[TaskStarted](raw)
	case TaskWaiting{}.Type():
		return decode[TaskWaiting](raw)
	case TaskFinished{}.Type():
		return decode[TaskFinished](raw)
	case RunFinished{}.Type():
		return decode[RunFinished](raw)
	case ApprovalRequested{}.Type():
		return decode[ApprovalRequested](raw)
	case ApprovalDecided{}.Type():
		return decode[ApprovalDecided](raw)
	case ApprovalBacked{}.Type():
		return decode[ApprovalBacked](raw)
	case ChannelBound{}.Type():
		return decode[ChannelBound](raw)
	case StopRequested{}.Type():
		return decode[StopRequested](raw)
	case RetryRequested{}.Type():
		return decode[RetryRequested](raw)
	case UndoRequested{}.Type():
		return decode[UndoRequested](raw)
	case Undone{}.Type():
		return decode[Undone](raw)
	case Rated{}.Type():
		return decode[Rated](raw)
	case FileRead{}.Type():
		return decode[FileRead](raw)
	case Reminded{}.Type():
		return decode[Reminded](raw)
	case Failed{}.Type():
		return decode[Failed](raw)
	default:
		return nil, fmt.Errorf("decode body: unknown type %q", typ)
	}
}

func decode[B Body](raw []byte) (Body, error) {
	var b B
	if err := json.Unmarshal(raw, &b); err != nil {
		return nil, fmt.Errorf("decode %s body: %w", b.Type(), err)
	}
	return b, nil
}
