package reading

// The bounds that the system holds a child to, whatever becomes of the program in it.
const (
	fenceProcessor = 25      // seconds
	fenceMemory    = 1 << 30 // bytes of data beyond what the program starts with
	fenceAddresses = 4 << 30 // likewise, of addresses
	fenceFiles     = 16      // that are open: input, output and what the runtime needs
)

// Fence shuts this process in for the rest of its life, as far as the system can: it then computes, reads its input, writes
// its answer and does nothing else. On Linux it opens no file, makes no connection, runs no program, signals nobody and is
// the first to go when memory runs out. Fence returns what holds. It is for a process that is about to [Serve], and for no
// other.
func Fence() (held []string) { return fence() }
