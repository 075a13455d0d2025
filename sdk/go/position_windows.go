// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"fmt"
	"os"
	"syscall"
)

// filePosition returns the number of a file, a space, and its creation time in nanoseconds.
func filePosition(path string) (position string, isKnown bool) {
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	var status syscall.ByHandleFileInformation
	if syscall.GetFileInformationByHandle(syscall.Handle(file.Fd()), &status) != nil {
		return "", false
	}
	number := uint64(status.FileIndexHigh)<<32 | uint64(status.FileIndexLow)
	return fmt.Sprint(number, " ", status.CreationTime.Nanoseconds()), true
}
