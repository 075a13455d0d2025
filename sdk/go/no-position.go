// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package basicslicence

// filePosition is not used: on other systems than Linux, the program print-facts makes the stand-in identity.
func filePosition(string) (position string, isKnown bool) { return "", false }
