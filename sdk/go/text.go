// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Refusal says why a text was not read: a stable code, and where useful the characters found and expected, a detail, and the first printed
// line whose check characters are wrong. Found and Expected are -1 where they do not apply, Line is 0.
type Refusal struct {
	Code     string
	Found    int
	Expected int
	Detail   string
	Line     int
}

func (refusal *Refusal) Error() string { return refusal.Code }

func refuse(code string, details ...string) *Refusal {
	return &Refusal{Code: code, Found: -1, Expected: -1, Detail: strings.Join(details, "")}
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func valueOf(character byte) int {
	switch character {
	case 'O':
		return 0
	case 'I', 'L':
		return 1
	}
	return strings.IndexByte(alphabet, character)
}

// The character classes of docs/licence-format.md. A character belongs to the first class that contains it.
var classes = []struct{ symbol, ranges string }{
	{" ", "9-D 20 A0 1680 2000-200A 2028-2029 202F 205F 3000"},
	{"", "0-1F 7F-9F AD 300-36F 61C 180B-180F 1AB0-1AFF 1DC0-1DFF 200B-200F 202A-202E 2060-206F 20D0-20FF FE00-FE0F " +
		"FE20-FE2F FEFF FFF9-FFFB E0000-E0FFF"},
	{"-", "2D 2D7 58A 5BE 1400 1806 2010-2015 2043 2212 2500-2501 2E17 2E1A 2E3A-2E3B 2E40 301C 3030 30A0 30FC FE31-FE32 " +
		"FE58 FE63 FF70"},
	{">", "22 27 2A 3E 5C 5F-60 7C 7E AB B4 BB 2018-201F 2032-2033 2039-203A"},
	{".", "21-2F 3A-40 5B-60 7B-7E A1-BF D7 F7 2016-205E 20A0-20CF 2190-2BFF 2E00-2E7F 3001-3020 E000-F8FF FE10-FE6F " +
		"FF5F-FF65 FFFC 1F000-1FAFF"},
}

type class struct {
	symbol      string
	first, last rune
}

var ranges = parseClasses()

func parseClasses() []class {
	var parsed []class
	for _, each := range classes {
		for _, span := range strings.Fields(each.ranges) {
			ends := strings.Split(span, "-")
			first, _ := strconv.ParseInt(ends[0], 16, 32)
			last, _ := strconv.ParseInt(ends[len(ends)-1], 16, 32)
			parsed = append(parsed, class{each.symbol, rune(first), rune(last)})
		}
	}
	return parsed
}

var entities = map[string]string{}

func init() {
	for symbol, names := range map[string]string{
		" ": "nbsp ensp emsp thinsp",
		"":  "shy zwnj zwj",
		"-": "ndash mdash hyphen dash minus",
		">": "quot apos lsquo rsquo ldquo rdquo laquo raquo gt",
	} {
		for _, name := range strings.Fields(names) {
			entities[name] = symbol
		}
	}
}

func symbolOf(point rune) string {
	if point >= 0xff01 && point <= 0xff5e {
		point -= 0xfee0
	}
	switch {
	case point == 0x131:
		return "I"
	case point >= '0' && point <= '9' || point >= 'A' && point <= 'Z':
		return string(point)
	case point >= 'a' && point <= 'z':
		return string(point - 32)
	}
	for _, each := range ranges {
		if point >= each.first && point <= each.last {
			return each.symbol
		}
	}
	return "?"
}

var (
	transfer = regexp.MustCompile(`=[ \t]*\r?\n|(?:=[0-9A-F]{2})+|(?:%[0-9A-Fa-f]{2})+`)
	bytePair = regexp.MustCompile(`[0-9A-Fa-f]{2}`)
	tag      = regexp.MustCompile(`^</?([A-Za-z]+)([^<>]*)>`)
	entity   = regexp.MustCompile(`^&(?:[aA][mM][pP];)*(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z]{2,8});`)
)

const tagNames = " a b blockquote br code div em font i li p pre q s span strong td tr tt u wbr "

func decodeTransfer(text string) string {
	return transfer.ReplaceAllStringFunc(text, func(found string) string {
		var data []byte
		for _, pair := range bytePair.FindAllString(found, -1) {
			value, _ := strconv.ParseUint(pair, 16, 8)
			data = append(data, byte(value))
		}
		var decoded strings.Builder
		for len(data) > 0 {
			point, size := utf8.DecodeRune(data)
			if point == utf8.RuneError && size == 1 {
				point = ' '
			}
			decoded.WriteRune(point)
			data = data[size:]
		}
		return decoded.String()
	})
}

// restore applies the reading steps 2 to 4 of docs/licence-format.md. In the result, one ASCII character stands for each class.
func restore(text string) string {
	var plain strings.Builder
	for rest := decodeTransfer(text); rest != ""; {
		symbol, size := readMarkup(rest)
		plain.WriteString(symbol)
		rest = rest[size:]
	}
	return plain.String()
}

func readMarkup(rest string) (symbol string, size int) {
	switch rest[0] {
	case '\\':
		if len(rest) > 1 && strings.IndexByte("rnt", rest[1]) >= 0 {
			return " ", 2
		}
	case '<':
		found := tag.FindStringSubmatch(rest)
		if found != nil && strings.Contains(tagNames, " "+lower(found[1])+" ") && !startsWithWord(found[2]) {
			return " ", len(found[0])
		}
	case '&':
		if found := entity.FindStringSubmatch(rest); found != nil {
			if symbol, isKnown := readEntity(found[1]); isKnown {
				return symbol, len(found[0])
			}
		}
	}
	point, size := utf8.DecodeRuneInString(rest)
	return symbolOf(point), size
}

func startsWithWord(text string) bool {
	return text != "" && (text[0] == '_' || text[0] >= '0' && text[0] <= '9')
}

func readEntity(name string) (symbol string, isKnown bool) {
	if name[0] != '#' {
		symbol, isKnown = entities[lower(name)]
		return symbol, isKnown
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	point, _ := strconv.ParseInt(digits, base, 32)
	return symbolOf(rune(point)), point <= 0x10ffff
}

// lower converts only the letters A to Z to lower case.
func lower(text string) string {
	return strings.Map(func(point rune) rune {
		if point >= 'A' && point <= 'Z' {
			return point + 32
		}
		return point
	}, text)
}

func isLetter(character byte) bool {
	return character >= '0' && character <= '9' || character >= 'A' && character <= 'Z' || character == '?'
}

// collected contains the values of the characters that may belong to a code, and how many of them look like a part of the code. lines have check
// characters, and wrongLine is the number of the first line with wrong check characters, from 1.
type collected struct {
	values           []byte
	count            int
	mayEnd           map[int]bool
	foreign          string
	lines, lineStart int
	wrongLine        int
}

const lineLength = 24

// lineCheck computes the two check characters of a printed line, by a Reed-Solomon code over GF(32).
func lineCheck(line int, values []byte) string {
	var high, low byte
	for _, value := range append([]byte{byte(line & 31)}, values...) {
		factor := value ^ high
		double := factor << 1
		if factor&16 != 0 {
			double ^= 37
		}
		high, low = low^factor^double, double
	}
	return string([]byte{alphabet[high], alphabet[low]})
}

func (found *collected) hasCheck(piece string, at int, startsWord bool) bool {
	length := len(found.values) - found.lineStart
	isLast := at+3 == len(piece) && (found.lines > 0 || at == 0 && !startsWord)
	return piece[at] == 'U' && at+3 <= len(piece) && length > 0 && length <= 30 && (length == lineLength || isLast)
}

// take returns the position of the first character that has no value, and whether the check characters of a shorter line end the code.
func (found *collected) take(piece string, startsWord bool) (at int, isLast bool) {
	for at = 0; at < len(piece); at++ {
		if value := valueOf(piece[at]); value >= 0 {
			found.values = append(found.values, byte(value))
			continue
		}
		if !found.hasCheck(piece, at, startsWord) {
			return at, false
		}
		line := found.values[found.lineStart:]
		found.lineStart = len(found.values)
		found.lines++
		expected := lineCheck(found.lines, line)
		isRight := valueOf(piece[at+1]) == valueOf(expected[0]) && valueOf(piece[at+2]) == valueOf(expected[1])
		if !isRight && found.wrongLine == 0 {
			found.wrongLine = found.lines
		}
		if len(line) != lineLength {
			return at, true
		}
		at += 2
	}
	return at, false
}

func collect(plain string, start int) collected {
	found := collected{mayEnd: map[int]bool{}}
	end := start + 2048
	if end > len(plain) {
		end = len(plain)
	}
	hasDashes, proseAt := false, -1
	for at := start; at < end; {
		hasSpace, hasDash := false, false
		for ; at < end && strings.IndexByte(" ->", plain[at]) >= 0; at++ {
			hasSpace = hasSpace || plain[at] == ' '
			hasDash = hasDash || plain[at] == '-'
		}
		if at == end {
			break
		}
		first := at
		at++
		for plain[first] != '.' && at < end && isLetter(plain[at]) {
			at++
		}
		piece, startsWord, length := plain[first:at], hasSpace && !hasDash, len(found.values)
		if hasSpace {
			found.mayEnd[length] = true
		}
		hasDashes = hasDashes || length > 0 && hasDash
		if length > 0 && startsWord && len(piece) != 6 && proseAt < 0 {
			proseAt = length
		}
		kept, isLast := found.take(piece, startsWord)
		if isLast {
			break
		}
		if kept == len(piece) && len(found.values) < 256 {
			continue
		}
		if kept < len(piece) && (len(found.values) > length || !startsWord) {
			if piece[kept] != '.' {
				found.foreign = "letter"
			} else if at < len(plain) && isLetter(plain[at]) {
				found.foreign = "sign"
			}
		}
		break
	}
	found.count = len(found.values)
	if hasDashes && proseAt >= 0 {
		found.count = proseAt
	}
	return found
}

// toBytes converts characters to whole bytes, and returns whether the remaining bits are zero.
func toBytes(values []byte) (data []byte, restIsZero bool) {
	buffer, bits := 0, 0
	for _, value := range values {
		buffer, bits = buffer<<5|int(value), bits+5
		if bits >= 8 {
			bits -= 8
			data = append(data, byte(buffer>>bits))
			buffer &= 1<<bits - 1
		}
	}
	return data, buffer == 0
}

func toText(prefix string, data []byte) string {
	var text strings.Builder
	text.WriteString(prefix)
	buffer, bits, count := 0, 0, 0
	write := func(value int) {
		if count%6 == 0 {
			text.WriteByte('-')
		}
		text.WriteByte(alphabet[value&31])
		count++
	}
	for _, each := range data {
		for buffer, bits = buffer<<8|int(each), bits+8; bits >= 5; bits -= 5 {
			write(buffer >> (bits - 5))
		}
		buffer &= 1<<bits - 1
	}
	if bits > 0 {
		write(buffer << (5 - bits))
	}
	return text.String()
}

// form describes a type of code for the text reader. expected computes the number of characters of a code from its first bytes; 0 if no
// code begins like this.
type form struct {
	prefix    string
	firstByte byte
	least     int
	expected  func(start []byte) int
	accept    func(data []byte) *Refusal
}

func starts(plain, prefix string) []int {
	letters := prefix[1:]
	if prefix == "BL" {
		letters = "LI1"
	}
	var found []int
	for at := 0; at < len(plain) && len(found) < 200; at++ {
		if plain[at] != 'B' || at > 0 && isLetter(plain[at-1]) {
			continue
		}
		end := at + 1
		for end < len(plain) && plain[end] == ' ' {
			end++
		}
		if end < len(plain) && strings.IndexByte(letters, plain[end]) >= 0 {
			found = append(found, end+1)
		}
	}
	return found
}

func readText(text string, form form) *Refusal {
	if utf8.RuneCountInString(text) > 100_000 {
		return refuse("NOT_A_CODE", "too-long")
	}
	plain := restore(text)
	if strings.Trim(plain, " ") == "" {
		return refuse("NOT_A_CODE", "empty")
	}
	bestCount, best := 0, (*Refusal)(nil)
	// A code without its prefix begins at the start of the text. It may contain a group that begins like the prefix.
	for _, start := range append(starts(plain, form.prefix), 0) {
		characters := collect(plain, start)
		refusal := nameLine(characters, judge(characters, form))
		if refusal == nil {
			return nil
		}
		if start > 0 && characters.count > bestCount && isStart(plain, start, characters, form) {
			bestCount, best = characters.count, refusal
		}
	}
	if best != nil {
		return best
	}
	return refuse("NOT_A_CODE", otherCode(plain, form.prefix))
}

var dashAfterPrefix = regexp.MustCompile(`^ *- *[0-9A-Z]`)

func isStart(plain string, start int, found collected, form form) bool {
	end := start + 8
	if end > len(plain) {
		end = len(plain)
	}
	if dashAfterPrefix.MatchString(plain[start:end]) {
		return true
	}
	return found.count >= 6 && found.values[0]<<3|found.values[1]>>2 == form.firstByte
}

// nameLine adds the wrong line to a refusal. Check characters only locate an error: if the checksum of a code is correct, the code is accepted even with wrong check characters.
func nameLine(found collected, refusal *Refusal) *Refusal {
	if found.wrongLine == 0 || refusal == nil || refusal.Code != "CODE_TYPO" && refusal.Code != "CODE_INCOMPLETE" {
		return refusal
	}
	named := *refusal
	named.Code, named.Line = "CODE_TYPO", found.wrongLine
	return &named
}

func judge(found collected, form form) *Refusal {
	start, _ := toBytes(found.values)
	first := form.firstByte
	if len(start) > 0 {
		first = start[0]
	}
	if first>>4 == form.firstByte>>4 && first&15 > form.firstByte&15 {
		if found.wrongLine > 0 || isMistyped(found, form) {
			return refuse("CODE_TYPO")
		}
		return refuse("CODE_NEWER")
	}
	expected := 0
	if first == form.firstByte {
		expected = form.expected(start)
	}
	if expected == 0 {
		if found.count < form.least {
			return short(found, form.least)
		}
		return refuse("CODE_TYPO")
	}
	if len(found.values) < expected {
		return short(found, expected)
	}
	isTorn := found.foreign == "letter"
	if len(found.values) > expected {
		isTorn = !found.mayEnd[expected]
	}
	if isTorn && found.count < expected {
		return short(found, expected)
	}
	if isTorn {
		return &Refusal{Code: "CODE_TYPO", Found: found.count, Expected: expected, Detail: "too-long"}
	}
	refusal := acceptWhole(found.values[:expected], form)
	if refusal != nil && refusal.Code == "CODE_TYPO" && found.count < expected {
		return short(found, expected)
	}
	return refusal
}

func acceptWhole(values []byte, form form) *Refusal {
	data, restIsZero := toBytes(values)
	if !restIsZero {
		return refuse("CODE_TYPO")
	}
	return form.accept(data)
}

// isMistyped returns whether the version is a typing error: with the first byte of version 1, the checksum is correct.
func isMistyped(found collected, form form) bool {
	values := append([]byte{form.firstByte >> 3, form.firstByte&7<<2 | found.values[1]&3}, found.values[2:]...)
	start, _ := toBytes(values)
	expected := form.expected(start)
	if expected == 0 || len(values) < expected {
		return false
	}
	refusal := acceptWhole(values[:expected], form)
	return refusal == nil || refusal.Code != "CODE_TYPO"
}

func short(found collected, expected int) *Refusal {
	if found.foreign != "" && found.count == len(found.values) {
		return &Refusal{Code: "CODE_TYPO", Found: found.count, Expected: expected, Detail: "foreign-character"}
	}
	return &Refusal{Code: "CODE_INCOMPLETE", Found: found.count, Expected: expected, Detail: ""}
}

func otherCode(plain, prefix string) string {
	if strings.Contains(plain, "BASICS LICENCE FILE") {
		return "licence-file"
	}
	other, detail := "BL", "licence-code"
	if prefix != "BV" {
		other, detail = "BV", "verification-code"
	}
	for _, start := range starts(plain, other) {
		if collect(plain, start).count >= 12 {
			return detail
		}
	}
	return ""
}
