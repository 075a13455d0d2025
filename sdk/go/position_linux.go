// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"syscall"
	"unsafe"
)

// statxNumbers are the numbers of the system call statx, which the package syscall lacks.
var statxNumbers = map[string]uintptr{"386": 383, "amd64": 332, "arm": 397, "arm64": 291, "ppc64le": 383, "riscv64": 291}

// filePosition returns the number of a file, a space, and its creation time in nanoseconds; 0 if the file system has none.
func filePosition(path string) (position string, isKnown bool) {
	number, isKnown := statxNumbers[runtime.GOARCH]
	name, err := syscall.BytePtrFromString(path)
	if !isKnown || err != nil {
		return "", false
	}
	var status [256]byte
	const workingFolder, inodeAndBirth = -100, 0x900
	folder := workingFolder
	_, _, failure := syscall.Syscall6(number, uintptr(folder), uintptr(unsafe.Pointer(name)), 0, inodeAndBirth, uintptr(unsafe.Pointer(&status)), 0)
	if failure != 0 {
		return "", false
	}
	order := binary.LittleEndian // All of these processors.
	created := uint64(0)
	if order.Uint32(status[:])&0x800 != 0 {
		created = order.Uint64(status[80:])*1_000_000_000 + uint64(order.Uint32(status[88:]))
	}
	return fmt.Sprint(order.Uint64(status[32:]), " ", created), true
}
