package reading

import "golang.org/x/sys/unix"

const machine = unix.AUDIT_ARCH_AARCH64

func neededHere() []uint32 { return []uint32{unix.SYS_PPOLL} }
