// SPDX-License-Identifier: Apache-2.0

// Command answer reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	basics "portal.example/basicslicence/v3"
)

func bytesOf(field string) []byte {
	data, err := hex.DecodeString(field)
	if err != nil {
		panic(err)
	}
	return data
}

func textOf(field string) string { return string(bytesOf(field)) }

func listOf(field string) []string {
	if field == "" {
		return nil
	}
	return strings.Split(field, ",")
}

func keysOf(field string) (keys [][]byte) {
	for _, key := range listOf(field) {
		keys = append(keys, bytesOf(key))
	}
	return keys
}

func factsOf(fields []string) basics.Facts {
	facts := basics.Facts{}
	for at, name := range basics.Components {
		for _, value := range listOf(fields[at]) {
			facts[name] = append(facts[name], textOf(value))
		}
	}
	return facts
}

func fingerprintOf(field string) (fingerprint basics.Print) {
	copy(fingerprint[:], bytesOf(field))
	return fingerprint
}

func numberOf(field string) int64 {
	number, err := strconv.ParseInt(field, 10, 64)
	if err != nil {
		panic(err)
	}
	return number
}

func flag(value bool) int {
	if value {
		return 1
	}
	return 0
}

func refused(refusal *basics.Refusal) []any {
	count := func(number int) any {
		if number < 0 {
			return ""
		}
		return number
	}
	line := any("")
	if refusal.Line > 0 {
		line = refusal.Line
	}
	return []any{"refusal", refusal.Code, count(refusal.Found), count(refusal.Expected), refusal.Detail, line}
}

func answer(kind string, fields []string) []any {
	switch kind {
	case "verification-code":
		code, refusal := basics.ReadVerificationCode(textOf(fields[0]))
		if refusal != nil {
			return refused(refusal)
		}
		nonce := code.Nonce[:]
		if code.Scheme == 2 {
			nonce = nonce[:4]
		}
		return []any{"ok", code.Reason, code.ToolID, code.Major, code.Minor, code.Patch, code.Fingerprint.Hex(),
			hex.EncodeToString(nonce), code.CreatedAt, hex.EncodeToString([]byte(code.MachineName)), flag(code.IsVirtual), flag(code.IsStandIn)}
	case "licence", "check", "add-on":
		licence, refusal := basics.ReadLicence(textOf(fields[0]), keysOf(fields[1]))
		if refusal != nil {
			return refused(refusal)
		}
		if kind == "check" {
			code := basics.Check(licence, basics.Circumstances{
				Now:           numberOf(fields[2]),
				ToolID:        uint16(numberOf(fields[3])),
				ToolMajor:     uint8(numberOf(fields[4])),
				HighWaterMark: numberOf(fields[5]),
				Denied:        listOf(fields[6]),
				Revoked:       listOf(fields[7]),
				Facts:         factsOf(fields[8:]),
			})
			return []any{"ok", code, flag(basics.Finding{Code: code}.Allowed())}
		}
		if kind == "add-on" {
			return []any{"ok", flag(basics.HasAddOn(licence, textOf(fields[3]), textOf(fields[2])))}
		}
		return []any{"ok", licence.LicenceID, licence.Carrier, flag(licence.Trial), flag(licence.Bridge), licence.ToolID,
			licence.Fingerprint.Hex(), licence.ExpiresAt}
	case "revocation-list":
		list, refusal := basics.ReadRevocationList(textOf(fields[0]), keysOf(fields[1]))
		if refusal != nil {
			return refused(refusal)
		}
		return []any{"ok", list.ToolID, list.Seq, strings.Join(list.IDs, ","), strings.Join(list.Keys, ",")}
	case "pc":
		pc := readPC(textOf(fields[0]))
		if fields[1] != "" {
			pc = basics.AddStandIn(pc, textOf(fields[1]))
		}
		return []any{"ok", basics.Fingerprint(pc.Facts, basics.Print{}).Hex(), flag(pc.VirtualMachine != ""), flag(pc.IsStandIn)}
	case "fingerprint":
		fingerprint := basics.Fingerprint(factsOf(fields[1:]), fingerprintOf(fields[0]))
		return []any{"ok", fingerprint.Hex()}
	case "machine-name":
		return []any{"ok", hex.EncodeToString([]byte(basics.MachineName(textOf(fields[0]))))}
	case "make-code":
		claims := basics.VerificationCode{
			Reason:      fields[0],
			ToolID:      uint16(numberOf(fields[1])),
			Major:       uint8(numberOf(fields[2])),
			Minor:       uint8(numberOf(fields[3])),
			Patch:       uint16(numberOf(fields[4])),
			CreatedAt:   uint32(numberOf(fields[6])),
			MachineName: textOf(fields[7]),
			IsVirtual:   fields[8] == "1",
			IsStandIn:   fields[9] == "1",
		}
		copy(claims.Nonce[:], bytesOf(fields[5]))
		code, err := basics.MakeCode(claims, factsOf(fields[11:]), fingerprintOf(fields[10]))
		if refusal, isRefused := err.(*basics.Refusal); isRefused {
			return refused(refusal)
		}
		if err != nil {
			panic(err)
		}
		return []any{"ok", code}
	case "checked-lines":
		return []any{"ok", strings.Join(basics.PrintCheckedLines(fields[0]), ",")}
	case "return-code":
		code, refusal := basics.ReadReturnCode(textOf(fields[0]))
		if refusal != nil {
			return refused(refusal)
		}
		return []any{"ok", code.ToolID, code.LicenceID, code.ReturnedAt}
	case "make-return-code":
		code, err := basics.MakeReturnCode(basics.ReturnCode{ToolID: uint16(numberOf(fields[0])), LicenceID: fields[1], ReturnedAt: uint32(numberOf(fields[2]))})
		if err != nil {
			panic(err)
		}
		return []any{"ok", code}
	case "relation":
		return []any{"ok", basics.Relation(fingerprintOf(fields[0]), fingerprintOf(fields[1]))}
	case "text":
		sentence, nextStep := basics.Describe(fields[0], textOf(fields[1]))
		return []any{"ok", hex.EncodeToString([]byte(sentence)), hex.EncodeToString([]byte(nextStep))}
	case "ed25519":
		return []any{"ok", flag(basics.Verify(bytesOf(fields[0]), bytesOf(fields[1]), bytesOf(fields[2])))}
	case "watch":
		return watch(fields)
	}
	return []any{"ok", strings.Join(steps(fields), ",")}
}

func steps(fields []string) (codes []string) {
	home, err := os.MkdirTemp("", "basics-steps")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	folder, second := filepath.Join(home, "state"), filepath.Join(home, "second")
	for _, each := range []string{folder, second} {
		if err := os.Mkdir(each, 0o700); err != nil {
			panic(err)
		}
	}
	tool := basics.Tool{ID: uint16(numberOf(fields[1])), Major: uint8(numberOf(fields[2])), Keys: keysOf(fields[0]), Folder: folder,
		Facts: factsOf(fields[3:]), SecondFolder: second}
	for at := 8; at < len(fields); at += 3 {
		code, err := runStep(tool, fields[at], numberOf(fields[at+1]), textOf(fields[at+2]))
		if err != nil {
			code = "FILE_NOT_WRITABLE"
		}
		codes = append(codes, code)
	}
	return codes
}

var fileNames = map[string][2]string{
	"licence":     {"licence", "licence-7"},
	"record":      {"memory.json", "memory-7.json"},
	"returned":    {"returned", "returned-7"},
	"revocations": {"revocations", "revocations-7"},
}

// watch installs a licence, and waits for the first callback of Watch, with the clock of the PC.
func watch(fields []string) []any {
	home, err := os.MkdirTemp("", "basics-watch")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	tool := basics.Tool{ID: uint16(numberOf(fields[1])), Major: uint8(numberOf(fields[2])), Keys: keysOf(fields[0]), Folder: filepath.Join(home, "state"),
		Facts: factsOf(fields[3:]), SecondFolder: filepath.Join(home, "second")}
	if _, err := tool.Install(textOf(fields[8]), time.Now().Unix()); err != nil {
		panic(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	answer := []any{"ok", "nothing"}
	tool.Watch(ctx, 14, func(finding basics.Finding) {
		answer = []any{"ok", finding.Code, *finding.DaysLeft}
		stop()
	})
	return answer
}

func runStep(tool basics.Tool, step string, now int64, text string) (code string, err error) {
	var finding basics.Finding
	verb, name, _ := strings.Cut(step, "-")
	names := fileNames[strings.TrimPrefix(name, "second-")]
	path, second := filepath.Join(tool.Folder, names[0]), filepath.Join(tool.SecondFolder, names[1])
	switch verb {
	case "install":
		finding, err = tool.Install(text, now)
	case "status":
		finding = tool.Status(now)
	case "code":
		text, err := tool.MakeCode(now)
		code, _ := basics.ReadVerificationCode(text)
		return code.Reason + "/" + code.Fingerprint.Hex(), err
	case "days":
		if days := tool.Status(now).DaysLeft; days != nil {
			return strconv.FormatInt(*days, 10), nil
		}
		return "none", nil
	case "next":
		if licence := tool.Status(now).Licence; licence != nil {
			if next := basics.NextChange(*licence, numberOf(text), now); next != nil {
				return strconv.FormatInt(*next, 10), nil
			}
		}
		return "none", nil
	case "revocations":
		finding.Code, err = tool.TakeRevocations(text)
	case "return":
		if code, finding, err = tool.ReturnLicence(now); code != "" {
			return code, err
		}
	case "lose":
		os.Remove(second)
		return "DONE", os.Remove(path)
	case "drop":
		if strings.HasPrefix(name, "second-") {
			path = second
		}
		return "DONE", os.Remove(path)
	case "put":
		return "DONE", os.WriteFile(path, []byte(text), 0o600)
	case "folder":
		os.Remove(path)
		return "DONE", os.Mkdir(path, 0o700)
	case "block": // A folder has the name of the temporary file, so the file cannot be written.
		os.Mkdir(second+".tmp", 0o700)
		return "DONE", os.Mkdir(path+".tmp", 0o700)
	case "unblock":
		blocks, err := filepath.Glob(filepath.Join(filepath.Dir(tool.Folder), "*", "*.tmp"))
		for _, each := range blocks {
			os.Remove(each)
		}
		return "DONE", err
	default:
		entries, err := os.ReadDir(tool.Folder)
		files := []string{}
		for _, each := range entries {
			files = append(files, each.Name())
		}
		return strings.Join(files, "+"), err
	}
	if finding.RecordNotStored {
		return finding.Code + "/not-stored", err
	}
	return finding.Code, err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		for at, value := range answer(fields[0], fields[1:]) {
			if at > 0 {
				out.WriteByte('\t')
			}
			fmt.Fprint(out, value)
		}
		out.WriteByte('\n')
	}
}

// readPC reads a recorded PC: what programs of Windows or macOS have printed, or the folders of Linux.
func readPC(root string) basics.PC {
	recorded := func(program string, _ ...string) string {
		text, _ := os.ReadFile(filepath.Join(root, filepath.Base(program)))
		return string(text)
	}
	switch {
	case recorded("powershell.exe") != "":
		return basics.ReadWindowsPC(recorded)
	case isFile(filepath.Join(root, "ioreg")):
		return basics.ReadMacPC(recorded)
	}
	return basics.ReadLinuxPC(root)
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
