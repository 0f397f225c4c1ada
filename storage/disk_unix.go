//go:build linux || darwin

package storage

import "syscall"

// Disk is the room on the disk of a folder, in bytes; 0 and 0 where the system does not tell.
func Disk(folder string) (free, size int64) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, 0
	}
	return int64(s.Bavail) * int64(s.Bsize), int64(s.Blocks) * int64(s.Bsize) //nolint:unconvert // no disk has so many; types differ by system
}
