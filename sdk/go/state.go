// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

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

// continued returns the record after a licence was installed. The previous licence stays, because a power failure can prevent the installation.
func (memory record) continued(licence Licence, highWaterMark int64) record {
	licences := []string{licence.LicenceID}
	for _, id := range memory.Licences {
		if id != licence.LicenceID && len(licences) == 1 {
			licences = append(licences, id)
		}
	}
	memory.Licences, memory.Fingerprint = licences, licence.Fingerprint.Hex()
	memory.HighWaterMark, memory.NewestIssuedAt = highWaterMark, most(memory.NewestIssuedAt, licence.IssuedAt)
	memory.Denied = union(memory.Denied, licence.Deny)
	return memory
}

func union(ids, more []string) []string {
	all := append([]string{}, ids...)
	for _, id := range more {
		if indexOf(all, id) < 0 {
			all = append(all, id)
		}
	}
	return all
}

// state contains the installed licence, or the finding that says why there is none; the record of this PC, or nil; the returned licences; and the
// stored revocation list, which is empty if none is stored.
type state struct {
	licence  *Licence
	finding  Finding
	memory   *record
	returned []ReturnCode
	list     RevocationList
}

func (tool Tool) load() (loaded state) {
	for _, text := range tool.copies("revocations") {
		list, refusal := ReadRevocationList(text, tool.Keys)
		if refusal == nil && list.ToolID == tool.ID && list.Seq >= loaded.list.Seq {
			loaded.list = list
		}
	}
	text, isPresent := load(filepath.Join(tool.Folder, "licence"))
	if isPresent {
		loaded.licence, loaded.finding = tool.read(text, loaded)
	} else {
		loaded.finding = Finding{Code: "NO_LICENCE"}
	}
	if refusal := loaded.finding.Refusal; refusal != nil && refusal.Detail == "empty" {
		loaded.finding = Finding{Code: "LICENCE_NOT_READABLE"}
	}
	for _, text := range tool.copies("memory.json") {
		tool.addCopy(&loaded, text)
	}
	loaded.returned = readReturned(strings.Join(tool.copies("returned"), "\n"))
	return loaded
}

// addCopy takes a copy of the record that belongs to this PC: of two copies the later one counts, with the denied ids of both.
func (tool Tool) addCopy(loaded *state, text string) {
	memory, isGood := readRecord(text)
	var recorded Print
	copy(recorded[:], memory.fingerprint())
	if !isGood || !tool.isForThisPC(recorded) {
		return
	}
	newer, older := memory, memory
	if before := loaded.memory; before != nil {
		isLater := memory.NewestIssuedAt > before.NewestIssuedAt ||
			memory.NewestIssuedAt == before.NewestIssuedAt && memory.HighWaterMark > before.HighWaterMark
		if older = *before; !isLater {
			newer, older = *before, memory
		}
	}
	newer.Denied = union(newer.Denied, older.Denied)
	loaded.memory = &newer
}

// DefaultSecondFolder returns the folder for the second copies: a folder for the data of this user, which is never inside the folder of a tool.
func DefaultSecondFolder() string {
	home, _ := os.UserHomeDir()
	folder, name := os.Getenv("XDG_DATA_HOME"), "basics"
	switch {
	case runtime.GOOS == "windows":
		name = "Basics"
		if folder = os.Getenv("APPDATA"); folder == "" {
			folder = filepath.Join(home, "AppData", "Roaming")
		}
	case runtime.GOOS == "darwin":
		folder, name = filepath.Join(home, "Library", "Preferences"), "Basics"
	case folder == "":
		folder = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(folder, name)
}

func (tool Tool) paths(name string) [2]string {
	second := tool.SecondFolder
	if second == "" {
		second = DefaultSecondFolder()
	}
	stem, suffix := strings.TrimSuffix(name, ".json"), ""
	if stem != name {
		suffix = ".json"
	}
	return [2]string{filepath.Join(tool.Folder, name), filepath.Join(second, fmt.Sprintf("%s-%d%s", stem, tool.ID, suffix))}
}

func (tool Tool) copies(name string) (texts []string) {
	for _, path := range tool.paths(name) {
		if text, _ := load(path); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// writeTwice writes each copy that has another text. One copy is enough: it returns an error if no copy has the text then.
func (tool Tool) writeTwice(name, text string) (err error) {
	failures := 0
	for _, path := range tool.paths(name) {
		stored, isPresent := load(path)
		if isPresent && stored == text {
			continue
		}
		if failure := write(path, text); failure != nil {
			failures++
			err = failure
		}
	}
	if failures < 2 {
		return nil
	}
	return err
}

// load returns an empty text for a file that cannot be read.
func load(path string) (text string, isPresent bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // The reading of a pipe would wait for a writer.
		return "", !errors.Is(err, fs.ErrNotExist)
	}
	data, err := os.ReadFile(path)
	return string(data), !errors.Is(err, fs.ErrNotExist)
}

// write writes a temporary file and renames it, so that the file is never incomplete. The temporary file is also the lock of the file.
func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
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
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		folder.Sync() // Windows has no call for this.
		folder.Close()
	}
	return nil
}

// create creates a file that must not exist. It waits half a second for another process that writes, and removes a file that a process left
// behind, perhaps with another clock.
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
			if age := time.Since(info.ModTime()); age > time.Minute || age < -time.Minute {
				os.Remove(path)
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return file, err
}
