// SPDX-License-Identifier: Apache-2.0

// Package basicslicence checks licences of Basics Portal in a desktop tool: it identifies the PC, makes verification codes, reads, checks,
// installs and returns licences, and makes the calls to the portal. Times are Unix seconds. No function fails because of a text that a person
// pastes: a Refusal or a Finding has a stable code, and Describe has a sentence for each code.
package basicslicence
