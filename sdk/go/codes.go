// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"
)

// Never is the expiry date of a licence that never expires. AnyMajor is the highest version of a licence that is valid for every version.
const (
	Never    = 0xffffffff
	AnyMajor = 255
)

// Reasons for a verification code.
var Reasons = []string{"new", "renew", "moved"}

// Components are the names of the facts.
var Components = []string{"machine-id", "board-id", "system-disk", "network-card", "smbios-uuid"}

// Facts are the values of each fact of a PC, by the names in Components. A PC with several network cards or disks has several values; the preferred one comes first.
type Facts map[string][]string

// VerificationCode contains what a tool reports about its PC. It is not signed.
type VerificationCode struct {
	Reason       string
	ToolID       uint16
	Major, Minor uint8
	Patch        uint16
	Fingerprint  Print
	Nonce        [8]byte
	CreatedAt    uint32
	MachineName  string
	// Scheme is 2 if the code has a UUID or a flag, otherwise 1. With scheme 2 the nonce has only four bytes. MakeCode sets the scheme.
	Scheme               uint8
	IsVirtual, IsStandIn bool
}

// Print is a fingerprint: four bytes for each component. The bytes of an unknown fact are zero.
type Print [20]byte

// Hex returns the hexadecimal digits of the first four components, and of the fifth one if it is known.
func (print Print) Hex() string { return hex.EncodeToString(print[:print.length()]) }

func (print Print) length() int {
	if bytes.Equal(print[16:], make([]byte, 4)) {
		return 16
	}
	return len(print)
}

// lengths of a fingerprint in the codes of each scheme.
var lengths = map[uint8]int{1: 16, 2: 20}

var placeholders = map[string]bool{
	"none": true, "n/a": true, "unknown": true, "invalid": true, "uninitialized": true, "default string": true,
	"not specified": true, "not applicable": true, "not available": true, "to be filled by o.e.m.": true,
	"system serial number": true, "123456789": true, "0123456789": true,
}

// sharedUUIDs are UUIDs that manufacturers left in the firmware of many PCs, so that they identify no PC.
var sharedUUIDs = map[string]bool{
	"03000200-0400-0500-0006-000700080009": true, "00020003-0004-0005-0006-000700080009": true,
	"00010203-0405-0607-0809-0a0b0c0d0e0f": true, "12345678-1234-5678-90ab-cddeefaabbcc": true,
	"4c4c4544-0000-2010-8020-80c04f202020": true, "11111111-1111-1111-1111-111111111111": true,
	"deadbeef-dead-beef-dead-beefdeadbeef": true, "fefefefe-fefe-fefe-fefe-fefefefefefe": true,
}

func factHashes(component, value string) [][]byte {
	fact := strings.Trim(value, "\x00\t\n\v\f\r ")
	if strings.Trim(fact, "0 :.-") == "" || strings.Trim(fact, "fF :.-") == "" || placeholders[lower(fact)] {
		return nil
	}
	if component == "smbios-uuid" && sharedUUIDs[lower(fact)] {
		return nil
	}
	var hashes [][]byte
	for _, form := range []string{lower(fact), fact} {
		sum := sha256.Sum256([]byte("basics-fp-v1\n" + component + ":" + form))
		hashes = append(hashes, sum[:4])
	}
	return hashes
}

// Fingerprint returns the fingerprint of a PC. If a fact has several values, the value that licensed contains is used, otherwise the first one.
func Fingerprint(facts Facts, licensed Print) (fingerprint Print) {
	for at, component := range Components {
		part, hasFirst := fingerprint[4*at:4*at+4], false
		for _, value := range facts[component] {
			for _, hash := range factHashes(component, value) {
				if !hasFirst || bytes.Equal(hash, licensed[4*at:4*at+4]) {
					copy(part, hash)
				}
				hasFirst = true
			}
		}
	}
	return fingerprint
}

// Relation compares two fingerprints: same, changed (the same PC with new parts) or different.
func Relation(left, right Print) string {
	shared, equal := 0, 0
	for at := 0; at < len(left); at += 4 {
		one, other := left[at:at+4], right[at:at+4]
		if bytes.Equal(one, make([]byte, 4)) || bytes.Equal(other, make([]byte, 4)) {
			continue
		}
		shared++
		if bytes.Equal(one, other) {
			equal++
		}
	}
	if equal < 2 || equal*2 <= shared {
		return "different"
	}
	if bytes.Equal(left[:16], right[:16]) && equal == shared {
		return "same"
	}
	return "changed"
}

func within(point rune, spans ...rune) bool {
	for at := 0; at < len(spans); at += 2 {
		if point >= spans[at] && point <= spans[at+1] {
			return true
		}
	}
	return false
}

func isControl(point rune) bool { return within(point, 0, 0x1f, 0x7f, 0x9f) }

func removeUnseen(name string) string {
	return strings.Map(func(point rune) rune {
		if isControl(point) || within(point, 0x61c, 0x61c, 0x200e, 0x200f, 0x2028, 0x202e, 0x2066, 0x2069, 0xfeff, 0xfeff) {
			return -1
		}
		return point
	}, name)
}

func isAttached(point rune) bool {
	return within(point, 0x300, 0x36f, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x200d, 0x200d, 0x20d0, 0x20ff, 0xfe00, 0xfe0f, 0x1f3fb, 0x1f3ff)
}

// MachineName returns the name of a PC in the form for codes, at most 32 bytes. The name must be in the Unicode form NFC; an ASCII name always is.
func MachineName(name string) string {
	name = trimSpace(removeUnseen(strings.ToValidUTF8(name, "")))
	if len(name) <= 32 {
		return name
	}
	border, before := 0, rune(0)
	for at, point := range name {
		if at > 32 {
			break
		}
		if !isAttached(point) && before != 0x200d {
			border = at
		}
		before = point
	}
	return trimSpace(name[:border])
}

func trimSpace(text string) string {
	return strings.TrimFunc(text, func(point rune) bool { return symbolOf(point) == " " })
}

func isMachineName(name []byte) bool {
	return len(name) <= 32 && utf8.Valid(name) && bytes.IndexFunc(name, isControl) < 0
}

// MakeCode writes a verification code on one line. Its Fingerprint is computed from the facts; licensed is the fingerprint in the installed
// licence, for a renewal. A Nonce of zero is replaced by random bytes. For a PC with fewer than two usable facts, the error is a *Refusal with the
// code PC_NOT_IDENTIFIED, because no licence would be valid on that PC.
func MakeCode(code VerificationCode, facts Facts, licensed Print) (string, error) {
	reason := indexOf(Reasons, code.Reason)
	if reason < 0 {
		return "", errors.New("unknown reason " + code.Reason)
	}
	if code.Nonce == [8]byte{} {
		if _, err := rand.Read(code.Nonce[:]); err != nil {
			return "", err
		}
	}
	name, fingerprint := MachineName(code.MachineName), Fingerprint(facts, licensed)
	if found := fingerprint.count(); found < 2 {
		return "", &Refusal{Code: "PC_NOT_IDENTIFIED", Found: found, Expected: 2}
	}
	second := byte(reason << 4)
	if code.IsVirtual {
		second |= 0x40
	}
	if code.IsStandIn {
		second |= 0x80
	}
	code.Scheme = 1
	if second >= 0x40 || fingerprint.length() > 16 {
		code.Scheme = 2
	}
	length := lengths[code.Scheme]
	body := []byte{0x11, second | code.Scheme}
	body = binary.BigEndian.AppendUint16(body, code.ToolID)
	body = binary.BigEndian.AppendUint16(append(body, code.Major, code.Minor), code.Patch)
	body = append(append(body, fingerprint[:length]...), code.Nonce[:24-length]...)
	body = append(binary.BigEndian.AppendUint32(body, code.CreatedAt), byte(len(name)))
	body = append(body, name...)
	return toText("BV", append(body, labelled("basics-vc-v1\n", body)[:4]...)), nil
}

// count returns the number of facts that a fingerprint contains.
func (print Print) count() (known int) {
	for at := 0; at < len(print); at += 4 {
		if !bytes.Equal(print[at:at+4], make([]byte, 4)) {
			known++
		}
	}
	return known
}

func indexOf(names []string, name string) int {
	for at, each := range names {
		if each == name {
			return at
		}
	}
	return -1
}

func labelled(label string, data []byte) []byte {
	sum := sha256.Sum256(append([]byte(label), data...))
	return sum[:]
}

// PrintCheckedLines returns the lines of a code for reading aloud or typing. The last group of each line has its check characters.
func PrintCheckedLines(text string) (lines []string) {
	groups := strings.Split(text, "-")
	for at := 1; at < len(groups); at += 4 {
		end := at + 4
		if end > len(groups) {
			end = len(groups)
		}
		var values []byte
		for _, character := range []byte(strings.Join(groups[at:end], "")) {
			values = append(values, byte(valueOf(character)))
		}
		line := strings.Join(groups[at:end], "-") + "-U" + lineCheck(len(lines)+1, values)
		if end < len(groups) {
			line += "-"
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 {
		lines[0] = groups[0] + "-" + lines[0]
	}
	return lines
}

// PrintCode returns a code in lines of four groups. Every line except the last ends with a dash.
func PrintCode(text string) string {
	groups := strings.Split(text, "-")
	var lines []string
	for at := 1; at < len(groups); at += 4 {
		end := at + 4
		if end > len(groups) {
			end = len(groups)
		}
		lines = append(lines, strings.Join(groups[at:end], "-"))
	}
	return groups[0] + "-" + strings.Join(lines, "-\n")
}

// ReadVerificationCode finds a code in a text.
func ReadVerificationCode(text string) (code VerificationCode, refusal *Refusal) {
	refusal = readText(text, form{
		prefix:    "BV",
		firstByte: 0x11,
		least:     66,
		expected: func(start []byte) int {
			length := 0
			if len(start) > 36 {
				length = int(start[36])
			}
			if length > 32 {
				return 0
			}
			return ((41+length)*8 + 4) / 5
		},
		accept: func(data []byte) *Refusal { return acceptVerification(data, &code) },
	})
	return code, refusal
}

func acceptVerification(data []byte, code *VerificationCode) *Refusal {
	body := data[:len(data)-4]
	if !bytes.Equal(labelled("basics-vc-v1\n", body)[:4], data[len(body):]) {
		return refuse("CODE_TYPO")
	}
	scheme, reason := data[1]&15, data[1]>>4
	if scheme != 1 {
		reason &= 3 // Scheme 1 has no flags.
	}
	length := lengths[scheme]
	if length == 0 || int(reason) >= len(Reasons) {
		return refuse("CODE_NEWER")
	}
	if !isMachineName(body[37:]) {
		return refuse("NOT_A_CODE", "malformed")
	}
	*code = VerificationCode{
		Scheme:      scheme,
		IsVirtual:   data[1]&0x40 != 0,
		IsStandIn:   data[1]&0x80 != 0,
		Reason:      Reasons[reason],
		ToolID:      binary.BigEndian.Uint16(data[2:]),
		Major:       data[4],
		Minor:       data[5],
		Patch:       binary.BigEndian.Uint16(data[6:]),
		CreatedAt:   binary.BigEndian.Uint32(data[32:]),
		MachineName: removeUnseen(string(body[37:])),
	}
	copy(code.Fingerprint[:length], data[8:])
	copy(code.Nonce[:24-length], data[8+length:])
	return nil
}

// Licence is a licence whose signature is valid. If it was read from a code, ToolName, User, MachineName and BrandName are empty; if it was read from a file, Brand is -1.
type Licence struct {
	Carrier                                string
	LicenceID, KeyID                       string
	ToolID                                 uint16
	MaxMajor                               uint8
	Brand                                  int
	BrandName, ToolName, User, MachineName string
	Trial, Bridge                          bool
	Fingerprint                            Print
	Entitlements                           uint32
	EntitlementNames                       []string
	Preferences                            map[string]any
	IssuedAt, NotBefore, ExpiresAt         int64
	GraceDays                              int64
	Deny                                   []string
}

// KeyID has the first 8 bytes of the SHA-256 of a raw public key, as hex.
func KeyID(key []byte) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}

// Verify returns whether an Ed25519 signature is genuine; false for a key or signature of the wrong length.
func Verify(key, message, signature []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, message, signature)
}

// signerOf returns the key that verifies the signature, among the keys whose id begins with the given id.
func signerOf(keys [][]byte, id string, message, signature []byte) ([]byte, *Refusal) {
	refusal := refuse("UNKNOWN_KEY")
	for _, key := range keys {
		if !strings.HasPrefix(KeyID(key), id) {
			continue
		}
		if Verify(key, message, signature) {
			return key, nil
		}
		refusal = refuse("NOT_GENUINE")
	}
	return nil, refusal
}

// ReadLicence reads a licence file or a licence code, and verifies its signature with the trusted raw public keys.
func ReadLicence(text string, keys [][]byte) (licence Licence, refusal *Refusal) {
	if looksLikeFile(text) {
		return readFile(text, keys)
	}
	refusal = readText(text, form{
		prefix:    "BL",
		firstByte: 0x21,
		least:     192,
		expected:  func([]byte) int { return 192 },
		accept:    func(data []byte) *Refusal { return acceptLicence(data, keys, &licence) },
	})
	return licence, refusal
}

func acceptLicence(data []byte, keys [][]byte, licence *Licence) *Refusal {
	if !bytes.Equal(labelled("basics-lc-sum-v1\n", data[:117])[:3], data[117:]) {
		return refuse("CODE_TYPO")
	}
	message := append([]byte("basics-licence-code-v1\n"), data[:53]...)
	key, refusal := signerOf(keys, hex.EncodeToString(data[1:5]), message, data[53:117])
	if refusal != nil {
		return refusal
	}
	read := Licence{
		Carrier:      "code",
		LicenceID:    hex.EncodeToString(data[5:13]),
		KeyID:        KeyID(key),
		ToolID:       binary.BigEndian.Uint16(data[13:]),
		MaxMajor:     data[15],
		Brand:        int(data[16] >> 4 & 7),
		Trial:        data[16]>>7 == 1,
		Entitlements: binary.BigEndian.Uint32(data[17:]),
		IssuedAt:     int64(binary.BigEndian.Uint32(data[21:])),
		NotBefore:    int64(binary.BigEndian.Uint32(data[21:])),
		ExpiresAt:    int64(binary.BigEndian.Uint32(data[25:])),
		GraceDays:    14,
	}
	length := lengths[data[16]&15]
	copy(read.Fingerprint[:length], data[29:])
	if length == 0 {
		return refuse("CODE_NEWER")
	}
	if read.ExpiresAt <= read.IssuedAt {
		return refuse("NOT_A_CODE", "malformed")
	}
	*licence = read
	return nil
}
