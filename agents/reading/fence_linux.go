//go:build linux && (amd64 || arm64)

package reading

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// bind ties a child to this process: it dies with it, and what is sent to this process's group does not reach it. The
// system watches the thread that starts the child, so that one is kept until release.
func bind(cmd *exec.Cmd) (release func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	runtime.LockOSThread()
	return runtime.UnlockOSThread
}

func fence() (held []string) {
	add := func(what string, err error) {
		if err == nil {
			held = append(held, what)
		}
	}
	add("first to go", os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0))
	data, addresses := sizes()
	for _, l := range []struct {
		what  string
		which int
		most  uint64
	}{
		{"processor", unix.RLIMIT_CPU, fenceProcessor},
		{"files", unix.RLIMIT_NOFILE, fenceFiles},
		{"written", unix.RLIMIT_FSIZE, 0},
		{"core", unix.RLIMIT_CORE, 0},
		{"data", unix.RLIMIT_DATA, data + fenceMemory},
		{"addresses", unix.RLIMIT_AS, addresses + fenceAddresses},
	} {
		add(l.what, unix.Setrlimit(l.which, &unix.Rlimit{Cur: l.most, Max: l.most}))
	}
	add("system calls", shut())
	return held
}

// sizes are what the program has from its start: the limits count what it reserves, which is much where it is compiled to
// be watched.
func sizes() (data, addresses uint64) {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	var resident, shared, text, library uint64
	if _, err := fmt.Sscan(string(raw), &addresses, &resident, &shared, &text, &library, &data); err != nil {
		return 0, 0
	}
	page := uint64(os.Getpagesize()) // a page has a size
	return data * page, addresses * page
}

// needed are the calls that a Go program makes while it computes, reads what is open and writes to it.
func needed() []uint32 {
	return append(neededHere(),
		unix.SYS_READ, unix.SYS_WRITE, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_FCNTL,
		unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MPROTECT, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
		unix.SYS_FUTEX, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY,
		unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRANDOM,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2, unix.SYS_PIPE2,
		unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE, unix.SYS_SETITIMER,
		unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	)
}

// The fields of what a filter looks at (struct seccomp_data): the call, the machine, and the low half of the first argument.
const (
	fieldCall    = 0
	fieldMachine = 4
	fieldFirst   = 16
)

const (
	refuseCall  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknownCall = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS) // so that whoever asks tries the older one
)

// filter is the program by which the kernel judges calls. A thread may be begun, another process not; a signal may be sent
// to this process, which is how the runtime interrupts its threads.
func filter(self uint32) []unix.SockFilter {
	load := func(field uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: field}
	}
	judge := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	// equal goes on with the next instruction, or past so many.
	equal := func(k uint32, past uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: past}
	}
	foreign := equal(machine, 0)
	foreign.Jt = 1
	program := []unix.SockFilter{load(fieldMachine), foreign, judge(refuseCall), load(fieldCall)}
	for _, call := range needed() {
		program = append(program, equal(call, 1), judge(unix.SECCOMP_RET_ALLOW))
	}
	return append(program,
		equal(unix.SYS_CLONE3, 1), judge(unknownCall),
		equal(unix.SYS_CLONE, 4), load(fieldFirst),
		unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_THREAD, Jf: 1}, judge(unix.SECCOMP_RET_ALLOW), judge(refuseCall),
		equal(unix.SYS_TGKILL, 3), load(fieldFirst), equal(self, 1), judge(unix.SECCOMP_RET_ALLOW),
		judge(refuseCall),
	)
}

// shut puts the filter before every thread of this process.
func shut() error {
	runtime.LockOSThread() // the first call is for this thread, and the second takes it to all others
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("gain nothing: %w", err)
	}
	program := filter(uint32(os.Getpid()))                              // a process's number is small
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]} // a hundred
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&p)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return fmt.Errorf("filter system calls: %w", errno)
	}
	return nil
}
