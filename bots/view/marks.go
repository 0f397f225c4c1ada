package view

// Mark is a sign as a picture, and by the name that Slack knows the picture by.
type Mark struct{ Picture, Name string }

// Mark is the sign's picture; empty for a sign that has none. Every surface takes it from here, so that none lacks a mark that another
// shows.
func (s Sign) Mark() Mark {
	switch s {
	case Done:
		return Mark{"✅", "white_check_mark"}
	case Refused:
		return Mark{"🚫", "no_entry_sign"}
	case Edited:
		return Mark{"✏️", "pencil2"}
	case TimedOut:
		return Mark{"⌛", "hourglass"}
	case Warned:
		return Mark{"⚠️", "warning"}
	case Halted:
		return Mark{"🛑", "octagonal_sign"}
	case Backwards:
		return Mark{"↩️", "leftwards_arrow_with_hook"}
	case Going:
		return Mark{"⏳", "hourglass_flowing_sand"}
	case Busy:
		return Mark{"🔄", "arrows_counterclockwise"}
	case Failed:
		return Mark{"❌", "x"}
	case Asking:
		return Mark{"✋", "raised_hand"}
	case Dropped:
		return Mark{"⏹️", "black_square_for_stop"}
	case Unstarted:
		return Mark{"⏸️", "double_vertical_bar"}
	case NoSign:
		return Mark{}
	default:
		return Mark{}
	}
}
