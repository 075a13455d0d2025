// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"fmt"
	"syscall"
)

// filePosition returns the number of a file, a space, and its creation time in nanoseconds.
func filePosition(path string) (position string, isKnown bool) {
	var status syscall.Stat_t
	if syscall.Stat(path, &status) != nil {
		return "", false
	}
	return fmt.Sprint(status.Ino, " ", status.Birthtimespec.Nano()), true
}
