package main

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// leavePages gives back what only the start needed: the pages of the binary that nobody will look at again, which are most
// of what a start has touched, and the heap that it has left. A page that is needed after all comes from the system's
// cache. What does not work is left: it is memory, and nothing else.
func leavePages() {
	debug.FreeOSMemory()
	self, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	raw, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, m := range mappings(string(raw), self) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED)
	}
}

type mapping struct{ from, to uintptr }

// mappings finds, in Linux's description of a process's memory, the parts of a file that are unchanged: they are not writable and
// were never written to, not even by the loader.
func mappings(smaps, file string) []mapping {
	var out []mapping
	var last mapping
	var ours bool
	for line := range strings.Lines(smaps) {
		f := strings.Fields(line)
		switch {
		case len(f) >= 6 && !strings.HasSuffix(f[0], ":"):
			last, ours = header(f, file)
		case ours && len(f) == 3 && f[0] == "Anonymous:" && f[1] == "0":
			out = append(out, last)
		case len(f) == 5 && !strings.HasSuffix(f[0], ":"):
			ours = false // of no file
		}
	}
	return out
}

// header reads the first line of a mapping: its address, permissions and file.
func header(f []string, file string) (m mapping, ours bool) {
	from, to, _ := strings.Cut(f[0], "-")
	a, err1 := strconv.ParseUint(from, 16, 64)
	b, err2 := strconv.ParseUint(to, 16, 64)
	m = mapping{uintptr(a), uintptr(b)}
	return m, err1 == nil && err2 == nil && len(f) == 6 && f[5] == file && !strings.Contains(f[1], "w") && strings.HasSuffix(f[1], "p")
}
