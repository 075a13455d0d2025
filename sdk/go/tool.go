// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"os"
	"path/filepath"
	"strings"
)

// Version is the version of this library.
const Version = "3.4.0"

const (
	day       = 86_400
	tolerance = 48 * 3600

	daysWithoutRecord = 7
)

// Circumstances are what a licence is checked against: the PC, the tool, the clock, and the stored record of the tool. Revoked is in ascending order.
type Circumstances struct {
	Now           int64
	Facts         Facts
	ToolID        uint16
	ToolMajor     uint8
	HighWaterMark int64
	Denied        []string
	Revoked       []string
}

// Check returns the code of the first reason why a licence is not valid on this PC at this time; VALID or IN_GRACE if the tool may run.
func Check(licence Licence, at Circumstances) string {
	latest := at.Now
	if at.HighWaterMark > latest {
		latest = at.HighWaterMark
	}
	switch {
	case licence.ToolID != at.ToolID:
		return "OTHER_TOOL"
	case Relation(licence.Fingerprint, Fingerprint(at.Facts, licence.Fingerprint)) == "different":
		return "OTHER_MACHINE"
	case licence.MaxMajor != AnyMajor && at.ToolMajor > licence.MaxMajor:
		return "TOOL_TOO_NEW"
	case indexOf(at.Denied, licence.LicenceID) >= 0:
		return "DENIED"
	case contains(at.Revoked, licence.LicenceID):
		return "REVOKED"
	case at.HighWaterMark-at.Now > tolerance:
		return "CLOCK_TURNED_BACK"
	case licence.NotBefore-at.Now > tolerance:
		return "NOT_YET_VALID"
	case licence.ExpiresAt == Never || latest < licence.ExpiresAt:
		return "VALID"
	case latest < licence.ExpiresAt+licence.GraceDays*day:
		return "IN_GRACE"
	}
	return "EXPIRED"
}

// Finding is the result of checking a licence. Licence is nil if its signature was not verified. Refusal is nil if the licence was read.
// DaysLeft are the days until the last day of the licence; nil without a licence and for one without end.
// RecordNotStored is true if Status could not store the record of the tool; the tool may still run, at most 7 days after the last stored record.
type Finding struct {
	Code            string
	Licence         *Licence
	Refusal         *Refusal
	RecordNotStored bool
	DaysLeft        *int64
}

// DaysLeft returns the calendar days in UTC from a time to the last day of a licence: 0 on the last day, nil for a licence without end.
func DaysLeft(expiresAt, latest int64) *int64 {
	if expiresAt == Never {
		return nil
	}
	days := lastDay(expiresAt) - latest/day
	return &days
}

// lastDay is the number of the last day since 1970. The added day keeps the division away from negative numbers, which Go rounds up.
func lastDay(expiresAt int64) int64 { return (expiresAt+day-day/2-1)/day - 1 }

// Allowed says whether the tool may run.
func (finding Finding) Allowed() bool { return finding.Code == "VALID" || finding.Code == "IN_GRACE" }

// Has says whether the tool may run with an add-on. tools is the text of /.well-known/basics-tools.
func (finding Finding) Has(addOn, tools string) bool {
	return finding.Allowed() && HasAddOn(*finding.Licence, addOn, tools)
}

// Describe returns the code, and the sentence and the next step with the name of your product.
func (finding Finding) Describe(product string) string {
	sentence, nextStep := Describe(finding.Code, product)
	return strings.TrimSpace(finding.Code + ": " + sentence + " " + nextStep)
}

// Tool is an installed tool that checks its licence. It stores its state in one folder, in the files "licence", "memory.json", "revocations" and
// "returned"; all but "licence" have a second copy in SecondFolder, by default DefaultSecondFolder. A file that cannot be read counts as missing.
type Tool struct {
	ID           uint16
	Major        uint8
	Keys         [][]byte
	Folder       string
	Facts        Facts
	SecondFolder string
	Minor        uint8
	Patch        uint16
	IsVirtual    bool
	IsStandIn    bool
}

// Open returns a tool with the facts of this PC, which it reads.
func Open(tool Tool) (Tool, error) {
	pc, err := ReadPC(tool.Folder, "")
	tool.Facts, tool.IsVirtual, tool.IsStandIn = pc.Facts, pc.VirtualMachine != "", pc.IsStandIn
	return tool, err
}

// MakeCode makes a code for the licence that this PC needs now: the reason follows from the status, and a changed PC keeps the parts of its licence.
// For a PC that cannot be identified, the error is a *Refusal with the code PC_NOT_IDENTIFIED.
func (tool Tool) MakeCode(now int64) (string, error) {
	status := tool.Status(now)
	reason, licensed := "renew", Print{}
	if indexOf([]string{"NO_LICENCE", "LICENCE_NOT_READABLE", "NO_KEYS", "RETURNED"}, status.Code) >= 0 {
		reason = "new"
	} else if status.Code == "OTHER_MACHINE" {
		reason = "moved"
	}
	if status.Licence != nil {
		licensed = status.Licence.Fingerprint
	}
	name, _ := os.Hostname()
	return MakeCode(VerificationCode{Reason: reason, ToolID: tool.ID, Major: tool.Major, Minor: tool.Minor, Patch: tool.Patch,
		CreatedAt: uint32(now), MachineName: name, IsVirtual: tool.IsVirtual, IsStandIn: tool.IsStandIn}, tool.Facts, licensed)
}

// Install installs a licence if the tool may run with it; otherwise nothing changes. It returns an error if the licence cannot be stored; then
// nothing has changed.
func (tool Tool) Install(text string, now int64) (Finding, error) {
	state := tool.load()
	licence, finding := tool.read(text, state)
	if licence == nil {
		return finding, nil
	}
	memory, isLost := tool.recordFor(*licence, state, now)
	mark := memory.HighWaterMark
	if licence.IssuedAt > memory.NewestIssuedAt {
		mark = least(mark, most(licence.IssuedAt, now))
	}
	finding = tool.judge(licence, memory, state, mark, now)
	if !finding.Allowed() {
		return finding, nil
	}
	if isLost {
		finding.Code = "CLOCK_RECORD_LOST"
		return finding, nil
	}
	if err := tool.writeTwice("memory.json", memory.continued(*licence, most(mark, now)).text()); err != nil {
		return Finding{}, err
	}
	if err := write(filepath.Join(tool.Folder, "licence"), text); err != nil {
		// Otherwise the new record would deny the licence that is still installed.
		if state.memory != nil {
			_ = tool.writeTwice("memory.json", state.memory.text())
		}
		return Finding{}, err
	}
	return finding, nil
}

// Status checks the installed licence. It stores the latest time in steps of ten minutes.
func (tool Tool) Status(now int64) Finding {
	state := tool.load()
	licence := state.licence
	if licence == nil {
		return state.finding
	}
	memory, isLost := tool.recordFor(*licence, state, now)
	finding := tool.judge(licence, memory, state, memory.HighWaterMark, now)
	if isLost {
		if finding.Allowed() {
			finding.Code = "CLOCK_RECORD_LOST"
		}
		return finding
	}
	storedAt := most(memory.HighWaterMark, licence.IssuedAt)
	if now-memory.HighWaterMark >= 600 {
		memory.HighWaterMark = now
	}
	finding.RecordNotStored = tool.writeTwice("memory.json", memory.text()) != nil
	if finding.RecordNotStored && finding.Allowed() && now-storedAt > daysWithoutRecord*day {
		finding.Code = "FILE_NOT_WRITABLE"
	}
	return finding
}

// TakeRevocations stores a revocation list. It returns LIST_TAKEN, or the code of the reason why the list was refused; an error if it cannot be
// stored.
func (tool Tool) TakeRevocations(text string) (string, error) {
	list, refusal := ReadRevocationList(text, tool.Keys)
	before := tool.load().list
	switch {
	case refusal != nil:
		return refusal.Code, nil
	case list.ToolID != tool.ID:
		return "OTHER_TOOL", nil
	case contains(list.Keys, list.KeyID) || contains(before.Keys, list.KeyID):
		return "KEY_REVOKED", nil
	case list.Seq < before.Seq:
		return "LIST_OLDER", nil
	}
	return "LIST_TAKEN", tool.writeTwice("revocations", text)
}

func most(left, right int64) int64 {
	if left > right {
		return left
	}
	return right
}

func least(left, right int64) int64 { return left + right - most(left, right) }

func (tool Tool) read(text string, state state) (*Licence, Finding) {
	licence, refusal := ReadLicence(text, tool.Keys)
	switch {
	case refusal != nil && refusal.Code == "UNKNOWN_KEY" && len(tool.Keys) == 0:
		return nil, Finding{Code: "NO_KEYS", Refusal: refusal}
	case refusal != nil:
		return nil, Finding{Code: refusal.Code, Refusal: refusal}
	case contains(state.list.Keys, licence.KeyID):
		return nil, Finding{Code: "KEY_REVOKED"}
	}
	return &licence, Finding{}
}

func (tool Tool) judge(licence *Licence, memory record, state state, mark, now int64) Finding {
	mark = most(mark, state.list.IssuedAt)
	at := Circumstances{now, tool.Facts, tool.ID, tool.Major, mark, memory.Denied, state.list.IDs}
	finding := Finding{Code: Check(*licence, at), Licence: licence, DaysLeft: DaysLeft(licence.ExpiresAt, most(mark, now))}
	_, isReturned := findReturned(state.returned, licence.LicenceID)
	if isReturned && tool.isForThisPC(licence.Fingerprint) {
		finding.Code = "RETURNED"
	}
	return finding
}

func (tool Tool) isForThisPC(licensed Print) bool {
	return Relation(licensed, Fingerprint(tool.Facts, licensed)) != "different"
}

// recordFor returns the record of this PC, and whether a licence is installed but has no record.
func (tool Tool) recordFor(licence Licence, state state, now int64) (memory record, isLost bool) {
	installed := state.licence
	if state.memory != nil {
		memory = *state.memory
		if installed != nil && indexOf(memory.Licences, installed.LicenceID) < 0 && tool.isForThisPC(installed.Fingerprint) {
			// Two programs wrote at the same time: the record continues as if the licence was installed at its date of issue.
			memory = memory.continued(*installed, most(memory.HighWaterMark, installed.IssuedAt))
		}
		return memory, false
	}
	isRecent := now-licence.IssuedAt <= 30*day
	memory = record{Licences: []string{licence.LicenceID}, Fingerprint: licence.Fingerprint.Hex(), Denied: []string{}}
	if !isRecent {
		memory.NewestIssuedAt = licence.IssuedAt
	}
	return memory, installed != nil && licence.IssuedAt <= installed.IssuedAt && !isRecent
}
