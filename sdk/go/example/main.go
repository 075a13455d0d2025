// SPDX-License-Identifier: Apache-2.0

// Command example is a tool: `example KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's
// public key in hex.
package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	basics "portal.example/basicslicence/v3"
)

const toolID, major = 7, 1

// tools is a copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool.
const tools = `{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}`

func main() {
	if len(os.Args) < 3 {
		log.Fatal("example KEY activate PORTAL | refresh PORTAL | code | install FILE | status | return")
	}
	key, err := hex.DecodeString(os.Args[1])
	check(err)
	home, _ := os.UserHomeDir()
	folder := filepath.Join(home, ".basics-example")
	pc, err := basics.ReadPC(folder, "")
	check(err)
	tool := basics.Tool{ID: toolID, Major: major, Keys: [][]byte{key}, Folder: folder, Facts: pc.Facts}
	now := time.Now().Unix()
	word := append(os.Args, "")[3]
	var finding basics.Finding
	switch os.Args[2] {
	case "code":
		fmt.Println(basics.PrintCode(makeCode(pc)))
		return
	case "return":
		code, finding, err := tool.ReturnLicence(now)
		check(err)
		fmt.Println(code + finding.Code)
		return
	case "refresh":
		refreshed, err := tool.Refresh(context.Background(), word)
		check(err)
		fmt.Print(refreshed.Revocations, " ", len(refreshed.Keys), " ", len(refreshed.Tools) > 0)
		if len(refreshed.Releases) > 0 {
			fmt.Print(" ", refreshed.Releases[0].Version)
		}
		fmt.Println()
		return
	case "activate":
		finding = activate(tool, makeCode(pc), word)
	case "install":
		text, err := os.ReadFile(word)
		check(err)
		finding, err = tool.Install(string(text), now)
		check(err)
	default:
		finding = tool.Status(now)
	}
	sentence, nextStep := basics.Describe(finding.Code, "Example")
	fmt.Println(finding.Code+":", sentence, nextStep)
	if finding.DaysLeft != nil {
		fmt.Println(*finding.DaysLeft, "days left.")
	}
	if finding.Allowed() && basics.HasAddOn(*finding.Licence, "configRail", tools) {
		fmt.Println("The add-on configRail is included.")
	}
	if !finding.Allowed() {
		os.Exit(1)
	}
}

func makeCode(pc basics.PC) string {
	name, _ := os.Hostname()
	claims := basics.VerificationCode{Reason: "new", ToolID: toolID, Major: major, CreatedAt: uint32(time.Now().Unix()), MachineName: name,
		IsVirtual: pc.VirtualMachine != "", IsStandIn: pc.IsStandIn}
	code, err := basics.MakeCode(claims, pc.Facts, basics.Print{})
	check(err)
	return code
}

func activate(tool basics.Tool, code, portal string) basics.Finding {
	show := func(question basics.Question) {
		fmt.Printf("Open %s and confirm the code %s.\n", question.Page, question.UserCode)
	}
	paste := func() { fmt.Printf("Paste this code at %s/license/verify:\n%s\n", portal, basics.PrintCode(code)) }
	activation, err := basics.Activate(context.Background(), portal, code, show, paste)
	check(err)
	if activation.Code == "PORTAL_NOT_REACHED" {
		paste()
	}
	if activation.Code != "CONFIRMED" {
		return basics.Finding{Code: activation.Code}
	}
	finding, err := tool.Install(activation.Licence, time.Now().Unix())
	check(err)
	return finding
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
