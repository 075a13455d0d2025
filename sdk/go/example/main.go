// Command example is a tool for Linux: `example KEY code`, `example KEY install FILE`, `example KEY status`. KEY is the portal's public
// key in hex.
package main

import (
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	basics "basicslicence"
)

const toolID, major = 7, 1

// firstLine returns the content of the first file that can be read, or nil: an ordinary user may not read all of these files.
func firstLine(paths ...string) []string {
	for _, path := range paths {
		if data, err := os.ReadFile(path); err == nil {
			return []string{strings.TrimSpace(string(data))}
		}
	}
	return nil
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("example KEY code | install FILE | status")
	}
	key, err := hex.DecodeString(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	facts := basics.Facts{
		"machine-id":   firstLine("/etc/machine-id"),
		"board-id":     firstLine("/sys/class/dmi/id/board_serial", "/sys/class/dmi/id/product_uuid"),
		"system-disk":  firstLine("/sys/block/nvme0n1/wwid", "/sys/block/sda/device/wwid"),
		"network-card": firstLine("/sys/class/net/eth0/address"),
	}
	home, _ := os.UserHomeDir()
	tool := basics.Tool{ID: toolID, Major: major, Keys: [][]byte{key}, Folder: filepath.Join(home, ".basics-example"), Facts: facts}
	now := time.Now().Unix()
	var finding basics.Finding
	switch os.Args[2] {
	case "code":
		name, _ := os.Hostname()
		claims := basics.VerificationCode{Reason: "new", ToolID: toolID, Major: major, CreatedAt: uint32(now), MachineName: name}
		code, err := basics.MakeCode(claims, facts, basics.Print{})
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
