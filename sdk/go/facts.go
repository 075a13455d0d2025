// SPDX-License-Identifier: Apache-2.0

package basicslicence

import (
	"context"
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
	"time"
)

// PC contains the facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few.
type PC struct {
	Facts          Facts
	VirtualMachine string
	IsStandIn      bool
}

// Run runs a program with arguments, and returns what it prints; the text is empty if the program is missing or fails.
type Run func(program string, args ...string) string

// ReadPC reads the facts of this PC. The folder is that of the tool, for the stand-in identity of a PC with fewer than two facts. If the path of
// `print-facts` of the C library is given, ReadPC starts it; on Windows it is faster than the programs of the system. On other systems than Linux,
// Windows and macOS, ReadPC returns an error.
func ReadPC(folder, program string) (PC, error) {
	switch {
	case program != "":
		return printedPC(runProgram(program, folder), " "), nil
	case runtime.GOOS == "linux":
		return AddStandIn(ReadLinuxPC("/"), folder), nil
	case runtime.GOOS == "windows":
		return AddStandIn(ReadWindowsPC(runProgram), folder), nil
	case runtime.GOOS == "darwin":
		return AddStandIn(ReadMacPC(runProgram), folder), nil
	}
	return PC{}, errors.New("it is not known where the facts of " + runtime.GOOS + " are")
}

// ReadWindowsPC reads the facts of a Windows PC with PowerShell.
func ReadWindowsPC(run Run) PC {
	windows := os.Getenv("SystemRoot")
	// A 32-bit program finds the 64-bit PowerShell, which sees the whole registry, only in the first folder.
	system := filepath.Join(windows, "Sysnative")
	if _, err := os.Stat(system); err != nil {
		system = filepath.Join(windows, "System32")
	}
	powershell := filepath.Join(system, "WindowsPowerShell", "v1.0", "powershell.exe")
	pc := printedPC(run(powershell, "-NoProfile", "-NonInteractive", "-Command", windowsScript), "=")
	pc.Facts["network-card"] = makerAddresses(pc.Facts["network-card"])
	return pc
}

// windowsScript prints a line for each value; the line of a fact that cannot be read is empty. Cards that are attached by USB are left out.
const windowsScript = `
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:/SOFTWARE/Microsoft/Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard | Select-Object -First 1).SerialNumber
'smbios-uuid=' + (Get-CimInstance Win32_ComputerSystemProduct).UUID
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
Get-NetAdapter -Physical | Where-Object PnPDeviceID -NotLike 'USB*' | ForEach-Object { 'network-card=' + $_.PermanentAddress }
$pc = Get-CimInstance Win32_ComputerSystem
'model=' + $pc.Manufacturer + ' ' + $pc.Model
`

// ReadMacPC reads the facts of a Mac from what programs of macOS print.
func ReadMacPC(run Run) PC {
	platform := run("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice")
	pc := PC{Facts: Facts{
		"machine-id":   findText(`"IOPlatformUUID" = "([^"]+)"`, platform),
		"board-id":     findText(`"IOPlatformSerialNumber" = "([^"]+)"`, platform),
		"system-disk":  findText(`Volume UUID:\s+(\S+)`, run("/usr/sbin/diskutil", "info", "/")),
		"network-card": makerAddresses(findText(`Device: en0\s+Ethernet Address: (\S+)`, run("/usr/sbin/networksetup", "-listallhardwareports"))),
	}}
	if strings.TrimSpace(run("/usr/sbin/sysctl", "-n", "kern.hv_vmm_present")) == "1" {
		pc.VirtualMachine = unknownKind
	}
	return pc
}

func findText(pattern, text string) []string {
	if found := regexp.MustCompile(pattern).FindStringSubmatch(text); found != nil {
		return found[1:]
	}
	return nil
}

func runProgram(program string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	output, _ := exec.CommandContext(ctx, program, args...).Output() // A fact that cannot be read is absent.
	return string(output)
}

// printedPC returns the PC of lines with the name and one value of a fact.
func printedPC(text, separator string) PC {
	pc := PC{Facts: Facts{}}
	for _, line := range strings.Split(text, "\n") {
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r"), separator)
		switch {
		case name == "virtual-machine":
			pc.VirtualMachine = value
		case name == "model":
			pc.VirtualMachine = findKind(value)
		case name == "stand-in":
			pc.IsStandIn = true
		case isFact(name, value):
			pc.Facts[name] = append(pc.Facts[name], value)
		}
	}
	return pc
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

func readCards(root string) []string {
	folder := filepath.Join(root, "sys/class/net")
	cards, _ := os.ReadDir(folder)
	var found []string
	for _, card := range cards {
		device, err := filepath.EvalSymlinks(filepath.Join(folder, card.Name(), "device"))
		address := strings.ToLower(strings.TrimSpace(fileText(folder, card.Name(), "address")))
		assigned := strings.TrimSpace(fileText(folder, card.Name(), "addr_assign_type"))
		if err == nil && !strings.Contains(device, "/usb") && (assigned == "" || assigned == "0") {
			found = append(found, address)
		}
	}
	return makerAddresses(found)
}

// makerAddresses returns the addresses that makers have assigned, the lowest first: the second-lowest bit of the first byte is 0.
func makerAddresses(addresses []string) (found []string) {
	for _, address := range addresses {
		if len(address) < 2 || !isFact("network-card", address) {
			continue
		}
		if first, err := strconv.ParseUint(address[:2], 16, 8); err == nil && first&2 == 0 {
			found = append(found, address)
		}
	}
	sort.Strings(found)
	return found
}

const unknownKind = "of an unknown kind"

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

// findKind returns the kind of virtual machine with this maker and model; empty for a real PC.
func findKind(makers string) string {
	makers = strings.ToLower(makers)
	if strings.Contains(makers, ".metal") {
		return ""
	}
	for _, each := range virtualMachines {
		if each.marks.MatchString(makers) {
			return each.kind
		}
	}
	return ""
}

func findVirtualMachine(root string) string {
	var makers []string
	for _, name := range []string{"sys_vendor", "product_name", "board_vendor"} {
		makers = append(makers, strings.ToLower(strings.TrimSpace(fileText(root, "sys/class/dmi/id", name))))
	}
	text := strings.Join(makers, " ")
	kind := findKind(text)
	if kind == "" && !strings.Contains(text, ".metal") && guestFlag.MatchString(fileText(root, "proc/cpuinfo")) {
		return unknownKind
	}
	return kind
}
