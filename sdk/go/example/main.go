// Command example is a tool: `example KEY code`, `example KEY install FILE`, `example KEY status`. KEY is the portal's public
// key in hex.
package main

import (
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	basics "basicslicence"
)

const toolID, major = 7, 1

func main() {
	if len(os.Args) < 3 {
		log.Fatal("example KEY code | install FILE | status")
	}
	key, err := hex.DecodeString(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	home, _ := os.UserHomeDir()
	folder := filepath.Join(home, ".basics-example")
	pc, err := basics.ReadPC(folder, "")
	if err != nil {
		log.Fatal(err)
	}
	tool := basics.Tool{ID: toolID, Major: major, Keys: [][]byte{key}, Folder: folder, Facts: pc.Facts}
	now := time.Now().Unix()
	var finding basics.Finding
	switch os.Args[2] {
	case "code":
		name, _ := os.Hostname()
		claims := basics.VerificationCode{Reason: "new", ToolID: toolID, Major: major, CreatedAt: uint32(now), MachineName: name,
			IsVirtual: pc.VirtualMachine != "", IsStandIn: pc.IsStandIn}
		code, err := basics.MakeCode(claims, pc.Facts, basics.Print{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(basics.PrintCode(code))
		return
	case "install":
		text, err := os.ReadFile(os.Args[3])
		if err != nil {
			log.Fatal(err)
		}
		finding, err = tool.Install(string(text), now)
		if err != nil {
			log.Fatal(err)
		}
	default:
		if finding, err = tool.Status(now); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(finding.Code)
	if !finding.Allowed() {
		os.Exit(1)
	}
}
