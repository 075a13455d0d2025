// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
)

// PC contains the facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few.
type PC struct {
	Facts          Facts
	VirtualMachine string
	IsStandIn      bool
}

// ReadPC reads the facts of this PC. The folder is that of the tool, for the stand-in identity of a PC with fewer than two facts. On other systems
// than Linux, the program `print-facts` of the C library prints the facts; without its path, ReadPC returns an error there.
func ReadPC(folder, program string) (PC, error) {
	if runtime.GOOS == "linux" {
		return AddStandIn(ReadLinuxPC("/"), folder), nil
	}
	if program == "" {
		return PC{}, errors.New("the facts of " + runtime.GOOS + " can be read only with the program print-facts")
	}
	output, _ := exec.Command(program, folder).Output() // Ends with 1 if there are too few facts.
	pc := PC{Facts: Facts{}}
	for _, line := range strings.Split(string(output), "\n") {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r"), " ")
		switch {
		case name == "virtual-machine":
			pc.VirtualMachine = value
		case name == "stand-in":
			pc.IsStandIn = true
		case name != "":
			pc.Facts[name] = append(pc.Facts[name], value)
		}
	}
	return pc, nil
}

// ReadLinuxPC reads the facts from the folders /etc, /sys and /proc, or from a copy of them below root.
func ReadLinuxPC(root string) PC {
	dmi := filepath.Join(root, "sys/class/dmi/id")
	facts := Facts{
		"machine-id":   firstFact(root, "machine-id", "etc/machine-id", "var/lib/dbus/machine-id"),
		"board-id":     firstFact(dmi, "board-id", "board_serial"),
		"system-disk":  readDisk(root),
		"network-card": readCards(root),
	}
	if facts["board-id"] != nil {
		// If the UUID is also the board id, it must not count twice.
		facts["smbios-uuid"] = firstFact(dmi, "smbios-uuid", "product_uuid")
	} else if facts["board-id"] = firstFact(dmi, "board-id", "product_uuid"); facts["board-id"] == nil {
		facts["board-id"] = firstFact(root, "board-id", "sys/firmware/devicetree/base/serial-number")
	}
	return PC{Facts: facts, VirtualMachine: findVirtualMachine(root)}
}

// AddStandIn adds made facts to a PC with fewer than two. They depend on a random number in `stand-in.json`, and on the position of this file in its
// file system, which a copy does not have. If the file cannot be written, the PC stays as it is.
func AddStandIn(pc PC, folder string) PC {
	if Fingerprint(pc.Facts, Print{}).count() >= 2 {
		return pc
	}
	path := filepath.Join(folder, "stand-in.json")
	var stored struct {
		Seed string `json:"seed"`
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return pc
		}
		text = []byte(`{"seed":"` + hex.EncodeToString(random) + "\"}\n")
		err = write(path, string(text))
	}
	if err != nil || json.Unmarshal(text, &stored) != nil {
		return pc
	}
	position, isKnown := filePosition(path)
	if !isKnown {
		return pc
	}
	completed := Facts{}
	for _, label := range []string{"machine-id", "board-id"} {
		sum := sha256.Sum256([]byte("basics-stand-in-v1\n" + label + "\n" + stored.Seed + "\n" + position))
		completed[label] = []string{hex.EncodeToString(sum[:])}
	}
	for name, values := range pc.Facts {
		if len(values) > 0 {
			completed[name] = values
		}
	}
	return PC{completed, pc.VirtualMachine, true}
}

func fileText(names ...string) string {
	data, _ := os.ReadFile(filepath.Join(names...)) // A fact that cannot be read is absent.
	return string(data)
}

func isFact(component, text string) bool {
	return Fingerprint(Facts{component: {text}}, Print{}).count() == 1
}

// firstFact returns the text of the first file that contains a fact.
func firstFact(folder, component string, names ...string) []string {
	for _, name := range names {
		if text := fileText(folder, name); isFact(component, text) {
			return []string{text}
		}
	}
	return nil
}

func readDisk(root string) []string {
	device := findRootDevice(root)
	for device != "" {
		below, err := os.ReadDir(filepath.Join(device, "slaves")) // Of an encrypted or logical volume.
		if err != nil || len(below) == 0 {
			if _, err := os.Stat(filepath.Join(device, "partition")); err == nil {
				device = filepath.Dir(device)
			}
			return firstFact(device, "system-disk", "device/serial", "serial", "wwid", "device/wwid")
		}
		device, _ = filepath.EvalSymlinks(filepath.Join(device, "slaves", below[0].Name()))
	}
	return nil
}

// findRootDevice returns the folder in /sys of the device that is mounted at `/`: by the numbers of the device, otherwise by its name.
func findRootDevice(root string) string {
	for _, line := range strings.Split(fileText(root, "proc/self/mountinfo"), "\n") {
		fields, source, _ := strings.Cut(line, " - ")
		words := strings.Split(fields, " ")
		if len(words) < 5 || words[4] != "/" {
			continue
		}
		if device, err := filepath.EvalSymlinks(filepath.Join(root, "sys/dev/block", words[2])); err == nil {
			return device
		}
		names := strings.Split(source, " ")
		if len(names) < 2 || !strings.HasPrefix(names[1], "/dev/") {
			continue
		}
		node := names[1]
		if real, err := filepath.EvalSymlinks(filepath.Join(root, node)); err == nil {
			node = real
		}
		if device, err := filepath.EvalSymlinks(filepath.Join(root, "sys/class/block", filepath.Base(node))); err == nil {
			return device
		}
	}
	return ""
}

// readCards returns the permanent addresses that makers have assigned to cards which are not attached by USB, the lowest first.
func readCards(root string) (found []string) {
	folder := filepath.Join(root, "sys/class/net")
	cards, _ := os.ReadDir(folder)
	for _, card := range cards {
		device, err := filepath.EvalSymlinks(filepath.Join(folder, card.Name(), "device"))
		address := strings.ToLower(strings.TrimSpace(fileText(folder, card.Name(), "address")))
		assigned := strings.TrimSpace(fileText(folder, card.Name(), "addr_assign_type"))
		if err != nil || strings.Contains(device, "/usb") || assigned != "" && assigned != "0" || len(address) < 2 || !isFact("network-card", address) {
			continue
		}
		if first, err := strconv.ParseUint(address[:2], 16, 8); err == nil && first&2 == 0 {
			found = append(found, address)
		}
	}
	sort.Strings(found)
	return found
}

var virtualMachines = []struct {
	marks *regexp.Regexp
	kind  string
}{
	{regexp.MustCompile("vmware"), "VMware"},
	{regexp.MustCompile("virtualbox|innotek"), "VirtualBox"},
	{regexp.MustCompile("parallels"), "Parallels"},
	{regexp.MustCompile("microsoft corporation.*virtual machine"), "Hyper-V"},
	{regexp.MustCompile("amazon ec2"), "Amazon EC2"},
	{regexp.MustCompile("google compute engine"), "Google Compute Engine"},
	{regexp.MustCompile("alibaba cloud|openstack|digitalocean|nutanix"), "a cloud"},
	{regexp.MustCompile("qemu|kvm|bochs"), "QEMU"},
	{regexp.MustCompile("xen|hvm domu"), "Xen"},
	{regexp.MustCompile("bhyve"), "bhyve"},
}

var guestFlag = regexp.MustCompile(`(?m)^flags\s*:.*\bhypervisor\b`)

func findVirtualMachine(root string) string {
	var makers []string
	for _, name := range []string{"sys_vendor", "product_name", "board_vendor"} {
		makers = append(makers, strings.ToLower(strings.TrimSpace(fileText(root, "sys/class/dmi/id", name))))
	}
	text := strings.Join(makers, " ")
	if strings.Contains(text, ".metal") {
		return ""
	}
	for _, each := range virtualMachines {
		if each.marks.MatchString(text) {
			return each.kind
		}
	}
	if guestFlag.Match(bytes.TrimSpace([]byte(fileText(root, "proc/cpuinfo")))) {
		return "of an unknown kind"
	}
	return ""
}
