// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// ReturnCode contains what a tool reports after it has removed a licence from its PC. It is not signed. ReturnedAt is the time of the clock of the PC.
type ReturnCode struct {
	ToolID     uint16
	LicenceID  string
	ReturnedAt uint32
}

// MakeReturnCode writes a code on one line; the same claims give the same code. It returns an error if the licence id does not have 16 hexadecimal digits.
func MakeReturnCode(code ReturnCode) (string, error) {
	id, err := hex.DecodeString(code.LicenceID)
	if err == nil && len(id) != 8 {
		err = errors.New("a licence id has 16 hex digits")
	}
	if err != nil {
		return "", err
	}
	body := binary.BigEndian.AppendUint16([]byte{0x31}, code.ToolID)
	body = binary.BigEndian.AppendUint32(append(body, id...), code.ReturnedAt)
	return toText("BR", append(body, labelled("basics-rc-v1\n", body)[:4]...)), nil
}

// ReadReturnCode finds a return code in a text.
func ReadReturnCode(text string) (code ReturnCode, refusal *Refusal) {
	refusal = readText(text, form{
		prefix:    "BR",
		firstByte: 0x31,
		least:     31,
		expected:  func([]byte) int { return 31 },
		accept: func(data []byte) *Refusal {
			if !bytes.Equal(labelled("basics-rc-v1\n", data[:15])[:4], data[15:]) {
				return refuse("CODE_TYPO")
			}
			code = ReturnCode{binary.BigEndian.Uint16(data[1:]), hex.EncodeToString(data[3:11]), binary.BigEndian.Uint32(data[11:])}
			return nil
		},
	})
	return code, refusal
}

// readReturned returns the licences that were returned on this PC, in the order of their return. A damaged line is ignored.
func readReturned(text string) (returned []ReturnCode) {
	for _, line := range strings.Split(text, "\n") {
		code, refusal := ReadReturnCode(line)
		if _, isKnown := findReturned(returned, code.LicenceID); refusal == nil && !isKnown {
			returned = append(returned, code)
		}
	}
	return returned
}

func findReturned(returned []ReturnCode, licenceID string) (ReturnCode, bool) {
	for _, each := range returned {
		if each.LicenceID == licenceID {
			return each, true
		}
	}
	return ReturnCode{}, false
}

// ReturnLicence removes the licence from this PC, which will not accept the licence again. The code frees its seat in the portal, and is "" if there
// is nothing to return; then the finding contains the reason. A repeated call returns the same code. It returns an error
// if the return cannot be stored; then nothing has changed.
func (tool Tool) ReturnLicence(now int64) (code string, finding Finding, err error) {
	state := tool.load()
	licence := state.licence
	if licence == nil && state.finding.Code == "NO_LICENCE" && len(state.returned) > 0 {
		code, err = MakeReturnCode(state.returned[len(state.returned)-1])
		return code, Finding{}, err
	}
	if licence == nil {
		return "", state.finding, nil
	}
	memory, _ := tool.recordFor(*licence, state, now)
	finding = tool.judge(licence, memory, state, memory.HighWaterMark, now)
	if finding.Code == "OTHER_MACHINE" {
		return "", finding, nil
	}
	returned, isKnown := findReturned(state.returned, licence.LicenceID)
	if !isKnown {
		returned = ReturnCode{tool.ID, licence.LicenceID, uint32(now)}
		state.returned = append(state.returned, returned)
	}
	var lines strings.Builder
	for _, each := range state.returned {
		line, err := MakeReturnCode(each)
		if err != nil {
			return "", Finding{}, err
		}
		lines.WriteString(line + "\n")
	}
	memory.Denied = union(memory.Denied, memory.Licences[indexOf(memory.Licences, licence.LicenceID):])
	code, err = MakeReturnCode(returned)
	if err != nil {
		return "", Finding{}, err
	}
	if err := tool.writeTwice("returned", lines.String()); err != nil {
		return "", Finding{}, err
	}
	// From here on, the PC refuses the licence, so the customer needs the code, whatever else fails.
	_ = tool.writeTwice("memory.json", memory.text())
	_ = os.Remove(filepath.Join(tool.Folder, "licence"))
	return code, Finding{}, nil
}
