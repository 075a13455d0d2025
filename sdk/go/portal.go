// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	maxAnswer  = 4_000_000
	maxSilence = 10 * time.Second
)

var (
	userCodeForm = regexp.MustCompile(`^[A-Z-]{1,20}$`)
	addressForm  = regexp.MustCompile(`^https?://[!-~]+$`)
	refusalForm  = regexp.MustCompile(`^[A-Z_]{1,40}$`)
	keyForm      = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// client uses the proxy of HTTP_PROXY, HTTPS_PROXY and NO_PROXY and the certificates of the system, and follows no redirect.
var client = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Question is what a person confirms in the portal: the code, and the page, also with the code in its address.
type Question struct {
	UserCode, Page, PageWithCode string
}

// Activation has the code CONFIRMED and the licence file, or the reason why there is none, with the message of the portal if it gave one.
type Activation struct {
	Code, Licence, Message string
}

// Release is a published version.
type Release struct {
	Version, Title, Page string
}

// Refreshed is what a portal publishes. Revocations is the result of TakeRevocations, or PORTAL_NOT_REACHED. Keys are the public keys that the
// portal uses; empty if none of them is a key of the tool. Tools is the text for HasAddOn, empty if the portal did not answer. The newest release
// comes first.
type Refreshed struct {
	Revocations string
	Keys        [][]byte
	Tools       string
	Releases    []Release
}

// request returns the status 0 if the portal does not answer in time.
func request(ctx context.Context, address string, body map[string]string) (status int, text string) {
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		content, _ = json.Marshal(body) // Strings can always be written.
	}
	call, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(content))
	if err != nil {
		return 0, ""
	}
	if body != nil {
		call.Header.Set("content-type", "application/json")
	}
	reply, err := client.Do(call)
	if err != nil {
		return 0, ""
	}
	defer reply.Body.Close()
	if reply.StatusCode == http.StatusSwitchingProtocols { // The time limit does not count for what follows.
		return 0, ""
	}
	data, err := io.ReadAll(io.LimitReader(reply.Body, maxAnswer+1))
	if err != nil || len(data) > maxAnswer {
		return 0, ""
	}
	return reply.StatusCode, strings.ToValidUTF8(string(data), "\ufffd")
}

func join(portal, path string) (string, error) {
	address, err := url.Parse(portal)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return "", fmt.Errorf("%s is not the address of a portal, such as https://portal.example", portal)
	}
	return address.Scheme + "://" + address.Host + path, nil
}

// Activate gets the licence file for a verification code, after a person confirmed it in the portal. show shows the code that the person confirms.
// away may be nil; it is called once if the portal does not answer for 10 seconds: then show the verification code, which can be pasted on any PC.
// It returns an error if ctx ends, and for a text that is no address of a portal.
func Activate(ctx context.Context, portal, code string, show func(Question), away func()) (Activation, error) {
	start, err := join(portal, "/core/api/activation/device")
	if err != nil {
		return Activation{}, err
	}
	poll, _ := join(portal, "/core/api/activation/token")
	status, text := request(ctx, start, map[string]string{"verificationCode": code})
	fields, _ := parseJSON(text).(map[string]any)
	isGood := status == http.StatusOK
	top := reader{fields, &isGood}
	question := Question{top.text("user_code"), top.text("verification_uri"), top.text("verification_uri_complete")}
	deviceCode, left, seconds := top.text("device_code"), top.whole("expires_in", day), top.whole("interval", 3600)
	if !isGood || !userCodeForm.MatchString(question.UserCode) || !addressForm.MatchString(question.Page) || !addressForm.MatchString(question.PageWithCode) {
		return refusedStart(status, fields), ctx.Err()
	}
	show(question)
	interval, silence := time.Duration(most(1, seconds))*time.Second, time.Duration(0)
	for waited := time.Duration(0); waited <= time.Duration(left)*time.Second; waited += interval {
		select {
		case <-ctx.Done():
			return Activation{}, ctx.Err()
		case <-time.After(interval):
		}
		status, text := request(ctx, poll, map[string]string{"device_code": deviceCode})
		answer, _ := parseJSON(text).(map[string]any)
		if licence, isText := answer["licence_file"].(string); isText && status == http.StatusOK {
			return Activation{Code: "CONFIRMED", Licence: licence}, nil
		}
		before := silence
		if silence += interval; status != 0 && status < 500 {
			silence = 0
		}
		if before < maxSilence && silence >= maxSilence && away != nil {
			away()
		}
		switch answer["code"] {
		case "EXPIRED_TOKEN":
			return Activation{Code: "NOT_CONFIRMED"}, nil
		case "ACCESS_DENIED":
			return Activation{Code: "REFUSED_IN_PORTAL"}, nil
		case "SLOW_DOWN":
			interval += 5 * time.Second
		}
	}
	return Activation{Code: "NOT_CONFIRMED"}, nil
}

// GetLicence gets and installs a licence for this PC, after a person confirmed it in the portal. show shows the code that the person confirms. paste
// gets the verification code in lines if the portal does not answer: it can be pasted on any PC. Without a licence, the finding has the reason:
// NOT_CONFIRMED, REFUSED_IN_PORTAL, PORTAL_NOT_REACHED, TOO_MANY_ATTEMPTS or PORTAL_REFUSED. It returns an error as MakeCode, Activate and Install do.
func (tool Tool) GetLicence(ctx context.Context, portal string, show func(Question), paste func(code string)) (Finding, error) {
	code, err := tool.MakeCode(time.Now().Unix())
	if err != nil {
		return Finding{}, err
	}
	activation, err := Activate(ctx, portal, code, show, func() { paste(PrintCode(code)) })
	switch {
	case err != nil:
		return Finding{}, err
	case activation.Code == "CONFIRMED":
		return tool.Install(activation.Licence, time.Now().Unix())
	case activation.Code == "PORTAL_NOT_REACHED":
		paste(PrintCode(code))
	case indexOf(reasons, activation.Code) < 0:
		activation.Code = "PORTAL_REFUSED"
	}
	return Finding{Code: activation.Code}, nil
}

var reasons = []string{"NOT_CONFIRMED", "REFUSED_IN_PORTAL", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED"}

func refusedStart(status int, fields map[string]any) Activation {
	code, _ := fields["code"].(string)
	message, _ := fields["message"].(string)
	if status < 400 || status >= 500 || !refusalForm.MatchString(code) || indexOf([]string{"PAGE_NOT_FOUND", "CONFIRMED"}, code) >= 0 {
		return Activation{Code: "PORTAL_NOT_REACHED"}
	}
	return Activation{Code: code, Message: message}
}

// Refresh takes the revocation list of the portal, and reads what else the portal publishes. Call it about once a day. It returns an error if the list
// cannot be stored, and for a text that is no address of a portal.
func (tool Tool) Refresh(ctx context.Context, portal string) (refreshed Refreshed, err error) {
	if _, err := join(portal, ""); err != nil {
		return Refreshed{}, err
	}
	read := func(path string) string {
		address, _ := join(portal, path)
		status, text := request(ctx, address, nil)
		if status != http.StatusOK {
			return ""
		}
		return text
	}
	refreshed.Revocations = "PORTAL_NOT_REACHED"
	if list := read(fmt.Sprintf("/.well-known/basics-revocations/%d", tool.ID)); list != "" {
		refreshed.Revocations, err = tool.TakeRevocations(list)
	}
	refreshed.Keys = ReadKeys(read("/.well-known/basics-licence-keys"), tool.Keys)
	if tools := read("/.well-known/basics-tools"); objects(parseJSON(tools), "tools") != nil {
		refreshed.Tools = tools
	}
	refreshed.Releases = ReadReleases(read("/release-notes/feed.xml"))
	return refreshed, err
}

// ReadKeys reads the keys that a portal uses, from the text of /.well-known/basics-licence-keys. Empty if none of them is a known key.
func ReadKeys(text string, known [][]byte) (keys [][]byte) {
	isKnown := false
	for _, entry := range objects(parseJSON(text), "keys") {
		digits, _ := entry["publicKey"].(string)
		status, _ := entry["status"].(string)
		if !keyForm.MatchString(digits) || indexOf([]string{"current", "next", "retired"}, status) < 0 {
			continue
		}
		key, _ := hex.DecodeString(digits)
		if entry["kid"] != KeyID(key) {
			continue
		}
		keys = append(keys, key)
		for _, each := range known {
			isKnown = isKnown || bytes.Equal(each, key)
		}
	}
	if !isKnown {
		return nil
	}
	return keys
}

// ReadReleases reads the releases from the text of /release-notes/feed.xml. Empty for a text that is no such feed.
func ReadReleases(text string) (releases []Release) {
	var feed struct {
		Entries []struct {
			Title    string `xml:"title"`
			Category struct {
				Term string `xml:"term,attr"`
			} `xml:"category"`
			Link struct {
				Page string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"entry"`
	}
	if xml.Unmarshal([]byte(text), &feed) != nil {
		return nil
	}
	for _, entry := range feed.Entries {
		if addressForm.MatchString(entry.Link.Page) {
			releases = append(releases, Release{entry.Category.Term, entry.Title, entry.Link.Page})
		}
	}
	return releases
}
