// SPDX-License-Identifier: Apache-2.0

//go:build !linux && !windows && !darwin

package basicslicence

// filePosition is not used: ReadPC returns an error on these systems.
func filePosition(string) (position string, isKnown bool) { return "", false }
