//go:build linux

package storage

import (
	"syscall"
	"testing"
)

// TestADiskWithoutRoomIsSaid before a message that would not fit, and one with room is not.
func TestADiskWithoutRoomIsSaid(t *testing.T) {
	for size, want := range map[string]Pressure{"256k": PressureFull, "4m": ""} {
		folder := t.TempDir()
		if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
			t.Skipf("SKIPPED, NOT TESTED: a small disk: %v", err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
		switch err := (&sqlite{dir: folder}).room(); {
		case want == "" && err != nil:
			t.Errorf("of %s: %v", size, err)
		case want != "" && PressureOf(err) != want:
			t.Errorf("of %s: %v", size, err)
		}
	}
}
