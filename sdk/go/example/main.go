// SPDX-License-Identifier: Apache-2.0

// Command example is a tool: `KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's key in hex.
package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"time"

	basics "portal.example/basicslicence/v3"
)

const tools = `{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}` // a copy of https://portal.example/.well-known/basics-tools

func main() {
	keys, folder := [][]byte{must(hex.DecodeString(os.Args[1]))}, must(os.UserHomeDir())+"/.basics-example"
	tool := must(basics.Open(basics.Tool{ID: 7, Major: 1, Keys: keys, Folder: folder}))
	ctx, now, word := context.Background(), time.Now().Unix(), append(os.Args, "")[3]
	switch os.Args[2] {
	case "code":
		fmt.Println(basics.PrintCode(must(tool.MakeCode(now))))
	case "activate":
		show := func(ask basics.Question) { fmt.Printf("Open %s and confirm the code %s.\n", ask.Page, ask.UserCode) }
		paste := func(code string) { fmt.Printf("Paste this code at %s/license/verify:\n%s\n", word, code) }
		exit(must(tool.GetLicence(ctx, word, show, paste)))
	case "install":
		exit(must(tool.Install(string(must(os.ReadFile(word))), now)))
	case "refresh":
		refreshed := must(tool.Refresh(ctx, word))
		fmt.Println(refreshed.Revocations, len(refreshed.Keys), refreshed.Tools != "")
	case "return":
		code, finding, err := tool.ReturnLicence(now)
		fmt.Println(must(code+finding.Code, err))
	default:
		exit(tool.Status(now))
	}
}

func exit(finding basics.Finding) {
	fmt.Println(finding.Describe("Example"))
	if days := finding.DaysLeft; days != nil && finding.Allowed() {
		fmt.Println(*days, "days left.")
	}
	if finding.Has("configRail", tools) {
		fmt.Println("The add-on configRail is included.")
	}
	if !finding.Allowed() {
		os.Exit(1)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
