package basicslicence

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

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
// RecordNotStored is true if Status could not store the record of the tool; the tool may still run, at most 7 days after the last stored record.
type Finding struct {
	Code            string
	Licence         *Licence
	Refusal         *Refusal
	RecordNotStored bool
}

// Allowed says whether the tool may run.
func (finding Finding) Allowed() bool { return finding.Code == "VALID" || finding.Code == "IN_GRACE" }

// Tool is an installed tool that checks its licence. It stores its state in one folder, in the files "licence", "memory.json", "revocations" and
// "returned".
type Tool struct {
	ID     uint16
	Major  uint8
	Keys   [][]byte
	Folder string
	Facts  Facts
}

// Install installs a licence if the tool may run with it; otherwise nothing changes. It returns an error if a file cannot be read, or if the
// licence cannot be stored; then nothing has changed.
func (tool Tool) Install(text string, now int64) (Finding, error) {
	state, err := tool.load()
	if err != nil {
		return Finding{}, err
	}
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
		return Finding{Code: "CLOCK_RECORD_LOST", Licence: licence}, nil
	}
	licences := []string{licence.LicenceID}
	for _, id := range memory.Licences {
		if id != licence.LicenceID && len(licences) == 1 {
			licences = append(licences, id)
		}
	}
	memory.Licences, memory.Fingerprint = licences, licence.Fingerprint.Hex()
	memory.HighWaterMark, memory.NewestIssuedAt = most(mark, now), most(memory.NewestIssuedAt, licence.IssuedAt)
	for _, id := range licence.Deny {
		if indexOf(memory.Denied, id) < 0 {
			memory.Denied = append(memory.Denied, id)
		}
	}
	if err := tool.write("memory.json", memory.text()); err != nil {
		return Finding{}, err
	}
	if err := tool.write("licence", text); err != nil {
		// Otherwise the new record would deny the licence that is still installed.
		if _, isGood := readRecord(state.memory); isGood {
			_ = tool.write("memory.json", state.memory)
		}
		return Finding{}, err
	}
	return finding, nil
}

// Status checks the installed licence. It stores the latest time in steps of ten minutes, and returns an error only if a file cannot be read.
func (tool Tool) Status(now int64) (Finding, error) {
	state, err := tool.load()
	if err != nil {
		return Finding{}, err
	}
	if !state.hasLicence {
		return Finding{Code: "NO_LICENCE"}, nil
	}
	licence, finding := tool.read(state.licence, state)
	if licence == nil {
		return finding, nil
	}
	memory, isLost := tool.recordFor(*licence, state, now)
	finding = tool.judge(licence, memory, state, memory.HighWaterMark, now)
	if isLost {
		if finding.Allowed() {
			finding.Code = "CLOCK_RECORD_LOST"
		}
		return finding, nil
	}
	storedAt := most(memory.HighWaterMark, licence.IssuedAt)
	if now-memory.HighWaterMark >= 600 {
		memory.HighWaterMark = now
	}
	if memory.text() == state.memory {
		return finding, nil
	}
	finding.RecordNotStored = tool.write("memory.json", memory.text()) != nil
	if finding.RecordNotStored && finding.Allowed() && now-storedAt > daysWithoutRecord*day {
		finding.Code = "FILE_NOT_WRITABLE"
	}
	return finding, nil
}

// TakeRevocations stores a revocation list. It returns LIST_TAKEN, or the code of the reason why the list was refused.
func (tool Tool) TakeRevocations(text string, now int64) (string, error) {
	state, err := tool.load()
	if err != nil {
		return "", err
	}
	list, refusal := ReadRevocationList(text, tool.Keys)
	before := state.list
	switch {
	case refusal != nil:
		return refusal.Code, nil
	case list.ToolID != tool.ID:
		return "OTHER_TOOL", nil
	case contains(list.Keys, list.KeyID) || contains(before.Keys, list.KeyID):
		return "KEY_REVOKED", nil
	case list.IssuedAt-now > tolerance:
		return "LIST_AHEAD", nil
	case list.Seq < before.Seq:
		return "LIST_OLDER", nil
	}
	return "LIST_TAKEN", tool.write("revocations", text)
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
	_, isReturned := findReturned(state.returned, licence.LicenceID)
	if isReturned && Relation(licence.Fingerprint, Fingerprint(tool.Facts, licence.Fingerprint)) != "different" {
		return Finding{Code: "RETURNED", Licence: licence}
	}
	at := Circumstances{now, tool.Facts, tool.ID, tool.Major, most(mark, state.list.IssuedAt), memory.Denied, state.list.IDs}
	return Finding{Code: Check(*licence, at), Licence: licence}
}

// recordFor returns the record of this PC, and whether the record that belongs to the installed licence is missing.
func (tool Tool) recordFor(licence Licence, state state, now int64) (memory record, isLost bool) {
	var installed *Licence
	if state.hasLicence {
		installed, _ = tool.read(state.licence, state)
	}
	memory, hasRecord := readRecord(state.memory)
	if hasRecord {
		var recorded Print
		copy(recorded[:], memory.fingerprint())
		hasRecord = Relation(recorded, Fingerprint(tool.Facts, recorded)) != "different"
	}
	if hasRecord && (installed == nil || indexOf(memory.Licences, installed.LicenceID) >= 0) {
		return memory, false
	}
	isRecent := now-licence.IssuedAt <= 30*day
	if !hasRecord {
		memory = record{Denied: []string{}}
		if !isRecent {
			memory.NewestIssuedAt = licence.IssuedAt
		}
	}
	memory.Licences, memory.Fingerprint = []string{licence.LicenceID}, licence.Fingerprint.Hex()
	return memory, installed != nil && licence.IssuedAt <= installed.IssuedAt && !isRecent
}

// record is the content of memory.json. The order of the fields is part of the format.
type record struct {
	Licences       []string `json:"licences"`
	Fingerprint    string   `json:"fingerprint"`
	HighWaterMark  int64    `json:"highWaterMark"`
	NewestIssuedAt int64    `json:"newestIssuedAt"`
	Denied         []string `json:"denied"`
}

func (record record) fingerprint() []byte {
	data, _ := hex.DecodeString(record.Fingerprint)
	return data
}

func (record record) text() string {
	body, _ := json.Marshal(record) // Strings and numbers can always be written.
	secret := sha256.Sum256([]byte("basics-clock-record-v1\n" + record.Fingerprint + "\n" + strings.Join(record.Licences, ",")))
	digest := hmac.New(sha256.New, secret[:])
	digest.Write(body)
	return string(body[:len(body)-1]) + `,"digest":"` + hex.EncodeToString(digest.Sum(nil)) + "\"}\n"
}

// readRecord refuses a record that is missing, damaged or was edited.
func readRecord(text string) (memory record, isGood bool) {
	err := json.Unmarshal([]byte(text), &memory)
	return memory, err == nil && memory.text() == text && (len(memory.fingerprint()) == 16 || len(memory.fingerprint()) == 20)
}

// state contains the texts of the files, the returned licences, and the stored revocation list; the list is empty if none is stored.
type state struct {
	licence    string
	hasLicence bool
	memory     string
	returned   []ReturnCode
	list       RevocationList
}

func (tool Tool) load() (loaded state, err error) {
	var revocations, returned string
	if loaded.licence, loaded.hasLicence, err = tool.file("licence"); err != nil {
		return loaded, err
	}
	if loaded.memory, _, err = tool.file("memory.json"); err != nil {
		return loaded, err
	}
	if revocations, _, err = tool.file("revocations"); err != nil {
		return loaded, err
	}
	if returned, _, err = tool.file("returned"); err != nil {
		return loaded, err
	}
	loaded.returned = readReturned(returned)
	if list, refusal := ReadRevocationList(revocations, tool.Keys); refusal == nil && list.ToolID == tool.ID {
		loaded.list = list
	}
	return loaded, nil
}

func (tool Tool) file(name string) (text string, isPresent bool, err error) {
	data, err := os.ReadFile(filepath.Join(tool.Folder, name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	return string(data), err == nil, err
}

// write writes a temporary file and renames it, so that the file is never incomplete. The temporary file is also the lock of the file.
func (tool Tool) write(name, text string) error {
	if err := os.MkdirAll(tool.Folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(tool.Folder, name)
	file, err := create(path + ".tmp")
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	for _, step := range []func() error{file.Sync, file.Close} {
		if failure := step(); err == nil {
			err = failure
		}
	}
	if err == nil {
		err = os.Rename(path+".tmp", path)
	}
	if err != nil {
		os.Remove(path + ".tmp")
		return err
	}
	if folder, err := os.Open(tool.Folder); err == nil {
		folder.Sync() // Windows has no call for this.
		folder.Close()
	}
	return nil
}

// create creates a file that must not exist. It waits half a second for another process that writes, and removes a file that a process left
// behind.
func create(path string) (file *os.File, err error) {
	for attempt := 0; attempt < 50; attempt++ {
		file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
		if info, failure := os.Stat(path); failure == nil {
			if info.IsDir() {
				return nil, err
			}
			if time.Since(info.ModTime()) > time.Minute {
				os.Remove(path)
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return file, err
}
