package main

import (
	"slices"
	"testing"
)

const smaps = `00400000-023c9000 r-xp 00000000 08:01 1234                               /usr/bin/aisteam
Size:              32548 kB
Rss:               20000 kB
Private_Dirty:         0 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
023c9000-04886000 r--p 01fc8000 08:01 1234                               /usr/bin/aisteam
Anonymous:             0 kB
04886000-04900000 r--p 04400000 08:01 1234                               /usr/bin/aisteam
Anonymous:             8 kB
04900000-04a14000 rw-p 04480000 08:01 1234                               /usr/bin/aisteam
Anonymous:             0 kB
04a14000-06c00000 rw-p 00000000 00:00 0
Anonymous:             0 kB
7f0000000000-7f0000100000 r-xp 00000000 08:01 77                         /lib/libc.so.6
Anonymous:             0 kB
7f0000200000-7f0000300000 r--s 00000000 08:01 1234                       /usr/bin/aisteam
Anonymous:             0 kB
7f0000400000-7f0000500000 r--p 00000000 00:00 0
Anonymous:             0 kB
`

// What a loader or a debugger has written to is not in the file: it would be lost.
func TestOnlyPagesThatAreAsInTheFileAreGivenBack(t *testing.T) {
	want := []mapping{{0x400000, 0x23c9000}, {0x23c9000, 0x4886000}}
	if got := mappings(smaps, "/usr/bin/aisteam"); !slices.Equal(got, want) {
		t.Errorf("gives back %x, want %x", got, want)
	}
}
