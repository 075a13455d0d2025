/* SPDX-License-Identifier: Apache-2.0 */
/* See basics_facts.h. */
#if defined _WIN32
#define _WIN32_WINNT 0x0601
#elif !defined _GNU_SOURCE
#define _GNU_SOURCE /* realpath, and syscall for the creation time of a file */
#endif
#include "basics_facts.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __linux__
#include <sys/syscall.h>
#elif defined __APPLE__
#include <sys/stat.h>
#endif

enum { MACHINE_ID, BOARD_ID, SYSTEM_DISK, NETWORK_CARD, SMBIOS_UUID };

/* Adds a value, without the white space at its ends. An empty or too long value is left out. */
static void put(basics_pc *pc, int component, const char *text, size_t length) {
  size_t at = pc->facts.count[component];
  char(*texts)[BASICS_VALUE_SIZE] = pc->text[component];
  while (length > 0 && ((unsigned char)text[length - 1] <= ' ')) length--;
  for (; length > 0 && (unsigned char)text[0] <= ' '; length--) text++;
  if (length == 0 || length >= BASICS_VALUE_SIZE) return;
  if (at == BASICS_MAX_VALUES) { /* the lowest values stay, whatever the order in which the system lists them */
    size_t highest = 0;
    for (size_t next = 1; next < at; next++) highest = strcmp(texts[next], texts[highest]) > 0 ? next : highest;
    if (strcmp(text, texts[highest]) >= 0) return;
    at = highest;
    pc->facts.count[component]--;
  }
  memcpy(texts[at], text, length);
  texts[at][length] = '\0';
  pc->values[component][at].bytes = pc->text[component][at];
  pc->values[component][at].length = length;
  pc->facts.count[component]++;
}

static int is_before(const void *left, const void *right) { return strcmp((const char *)left, (const char *)right); }

/* Compares two network cards: the one with the lower address comes first. */
static void sort_cards(basics_pc *pc) {
  size_t count = pc->facts.count[NETWORK_CARD];
  qsort(pc->text[NETWORK_CARD], count, BASICS_VALUE_SIZE, is_before);
  for (size_t at = 0; at < count; at++) pc->values[NETWORK_CARD][at].length = strlen(pc->text[NETWORK_CARD][at]);
}

/* Returns whether a text contains a word, in upper or lower case. */
static int contains(const char *text, const char *mark) {
  for (; *text != '\0'; text++) {
    size_t at = 0;
    while (mark[at] != '\0' && (text[at] | 0x20) == (mark[at] | 0x20)) at++;
    if (mark[at] == '\0') return 1;
  }
  return 0;
}

/* Returns the name of the virtual machine with this manufacturer and model; NULL for a real PC. */
static const char *virtual_machine(const char *model) {
  static const char *const marks[][2] = {
      {"vmware", "VMware"},         {"virtualbox", "VirtualBox"}, {"innotek", "VirtualBox"},
      {"parallels", "Parallels"},   {"amazon ec2", "Amazon EC2"}, {"google compute engine", "Google Compute Engine"},
      {"alibaba cloud", "a cloud"}, {"openstack", "a cloud"},     {"digitalocean", "a cloud"},
      {"nutanix", "a cloud"},       {"qemu", "QEMU"},             {"kvm", "QEMU"},
      {"bochs", "QEMU"},            {"xen", "Xen"},               {"hvm domu", "Xen"},
      {"bhyve", "bhyve"}};
  if (contains(model, ".metal")) return NULL;
  if (contains(model, "microsoft corporation") && contains(model, "virtual machine")) return "Hyper-V";
  for (size_t at = 0; at < sizeof marks / sizeof *marks; at++) {
    if (contains(model, marks[at][0])) return marks[at][1];
  }
  return NULL;
}

static void clear(basics_pc *pc) {
  memset(pc, 0, sizeof *pc);
  for (size_t at = 0; at < BASICS_FACTS; at++) pc->facts.values[at] = pc->values[at];
}

/* Sorts the network cards, recognises a virtual machine, and returns the number of facts. */
static int finish(basics_pc *pc) {
  sort_cards(pc);
  if (pc->virtual_machine == NULL) pc->virtual_machine = virtual_machine(pc->model);
  return basics_known_facts(&pc->facts);
}

/* Returns a string of an SMBIOS structure (DSP0134, 6.1.3) by its number, from 1; "" if the string does not exist. */
static const char *smbios_string(const char *at, const char *end, int number) {
  for (; number > 1 && at < end && *at != '\0'; number--) at += strlen(at) + 1;
  return number < 1 || at >= end ? "" : at;
}

/* Reads the UUID and the model from structure 1. Since version 2.6, the first three fields of a UUID are little-endian. */
static void put_system(basics_pc *pc, const uint8_t *bytes, const char *end, int version) {
  static const int little[] = {3, 2, 1, 0, 5, 4, 7, 6};
  const char *strings = (const char *)bytes + bytes[1];
  char uuid[37], *out = uuid;
  for (int at = 0; at < 16; at++) {
    int from = at < 8 && version >= 0x206 ? little[at] : at;
    out += sprintf(out, at == 4 || at == 6 || at == 8 || at == 10 ? "-%02X" : "%02X", bytes[8 + from]);
  }
  put(pc, SMBIOS_UUID, uuid, strlen(uuid));
  snprintf(pc->model, sizeof pc->model, "%s %s", smbios_string(strings, end, bytes[4]), smbios_string(strings, end, bytes[5]));
}

/* Reads the first structures 1 and 2 from the answer of GetSystemFirmwareTable, behind which there is a zero. */
static void put_firmware(basics_pc *pc, const uint8_t *raw, size_t size) {
  const uint8_t *at = raw + 8, *end = raw + size; /* behind the head: calling method, version, revision, length */
  int has_system = 0, has_board = 0;
  while (size > 8 && end - at > 4 && at[1] >= 4 && end - at > at[1]) {
    const uint8_t *next = at + at[1];
    while (next + 1 < end && (next[0] != 0 || next[1] != 0)) next++;
    if (at[0] == 1 && at[1] >= 24 && !has_system) {
      put_system(pc, at, (const char *)next, raw[1] << 8 | raw[2]);
      has_system = 1;
    } else if (at[0] == 2 && at[1] > 7 && !has_board) {
      const char *serial = smbios_string((const char *)at + at[1], (const char *)next, at[7]);
      put(pc, BOARD_ID, serial, strlen(serial));
      has_board = 1;
    }
    if (end - next < 2) break;
    at = next + 2;
  }
}

/* Reads the serial number from a STORAGE_DEVICE_DESCRIPTOR, behind which there is a zero. Its offset is at byte 24; 0 means that it is missing. */
static void put_disk(basics_pc *pc, const uint8_t *bytes, size_t size) {
  size_t offset = size < 28 ? 0 : bytes[24] | (size_t)bytes[25] << 8 | (size_t)bytes[26] << 16 | (size_t)bytes[27] << 24;
  if (offset > 0 && offset < size) put(pc, SYSTEM_DISK, (const char *)bytes + offset, strlen((const char *)bytes + offset));
}

/* Adds a network card of Windows, unless it is connected by USB: docking stations are plugged in and out. */
static void put_card(basics_pc *pc, const uint8_t address[6], const char *device) {
  char text[13];
  if ((address[0] & 2) != 0 || memcmp(address, "\0\0\0\0\0\0", 6) == 0 || strncmp(device, "USB", 3) == 0) return;
  for (int byte = 0; byte < 6; byte++) sprintf(text + 2 * byte, "%02X", address[byte]);
  /* Windows lists a network card again for each of its filter drivers, with the same address. The card is added once. */
  for (size_t card = 0; card < pc->facts.count[NETWORK_CARD]; card++) {
    if (strcmp(pc->text[NETWORK_CARD][card], text) == 0) return;
  }
  put(pc, NETWORK_CARD, text, 12);
}

#if defined _WIN32

#include <winsock2.h>
#include <ws2ipdef.h>
#include <windows.h>
#include <winioctl.h>
#include <iphlpapi.h>
#include <netioapi.h>

#ifndef RRF_SUBKEY_WOW6464KEY
#define RRF_SUBKEY_WOW6464KEY 0x00010000 /* a 32-bit program also reads the registry of 64-bit Windows */
#endif

static void read_machine_id(basics_pc *pc) {
  char guid[BASICS_VALUE_SIZE];
  DWORD size = sizeof guid;
  if (RegGetValueA(HKEY_LOCAL_MACHINE, "SOFTWARE\\Microsoft\\Cryptography", "MachineGuid", RRF_RT_REG_SZ | RRF_SUBKEY_WOW6464KEY, NULL,
                   guid, &size) == ERROR_SUCCESS) {
    put(pc, MACHINE_ID, guid, strlen(guid));
  }
}

static void read_firmware(basics_pc *pc) {
  static const DWORD provider = 0x52534d42; /* RSMB */
  UINT size = GetSystemFirmwareTable(provider, 0, NULL, 0);
  uint8_t *raw = size > 8 ? (uint8_t *)calloc(1, (size_t)size + 1) : NULL; /* one zero behind the last string */
  if (raw != NULL && GetSystemFirmwareTable(provider, 0, raw, size) == size) put_firmware(pc, raw, size);
  free(raw);
}

static HANDLE open_device(const char *path) {
  return CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
}

/* Reads the serial number of the disk with the system. Both calls work without the right to read the disk. */
static void read_disk(basics_pc *pc) {
  char folder[MAX_PATH], path[32];
  VOLUME_DISK_EXTENTS extents; /* a system volume is on one disk */
  STORAGE_PROPERTY_QUERY query = {StorageDeviceProperty, PropertyStandardQuery, {0}};
  uint8_t descriptor[1024] = {0};
  DWORD size;
  if (GetSystemWindowsDirectoryA(folder, sizeof folder) == 0) return;
  snprintf(path, sizeof path, "\\\\.\\%c:", folder[0]);
  HANDLE volume = open_device(path);
  if (volume == INVALID_HANDLE_VALUE) return;
  BOOL is_known = DeviceIoControl(volume, IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, NULL, 0, &extents, sizeof extents, &size, NULL);
  CloseHandle(volume);
  if (!is_known || extents.NumberOfDiskExtents < 1) return;
  snprintf(path, sizeof path, "\\\\.\\PhysicalDrive%lu", extents.Extents[0].DiskNumber);
  HANDLE disk = open_device(path);
  if (disk == INVALID_HANDLE_VALUE) return;
  is_known = DeviceIoControl(disk, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof query, descriptor, sizeof descriptor - 1, &size, NULL);
  CloseHandle(disk);
  if (is_known) put_disk(pc, descriptor, sizeof descriptor - 1);
}

/* Reads the id of the device of a network card; "" if Windows does not know it. */
static void read_device(const GUID *id, char device[BASICS_VALUE_SIZE]) {
  char key[192];
  DWORD size = BASICS_VALUE_SIZE;
  snprintf(key, sizeof key,
           "SYSTEM\\CurrentControlSet\\Control\\Network\\{4D36E972-E325-11CE-BFC1-08002BE10318}\\"
           "{%08lX-%04X-%04X-%02X%02X-%02X%02X%02X%02X%02X%02X}\\Connection",
           id->Data1, id->Data2, id->Data3, id->Data4[0], id->Data4[1], id->Data4[2], id->Data4[3], id->Data4[4], id->Data4[5],
           id->Data4[6], id->Data4[7]);
  if (RegGetValueA(HKEY_LOCAL_MACHINE, key, "PnpInstanceID", RRF_RT_REG_SZ, NULL, device, &size) != ERROR_SUCCESS) device[0] = '\0';
}

/* GetIfTable2 returns the permanent address; the address from GetAdaptersAddresses may be random. */
static void read_cards(basics_pc *pc) {
  MIB_IF_TABLE2 *table;
  if (GetIfTable2(&table) != NO_ERROR) return;
  for (ULONG at = 0; at < table->NumEntries; at++) {
    const MIB_IF_ROW2 *row = &table->Table[at];
    char device[BASICS_VALUE_SIZE];
    if (!row->InterfaceAndOperStatusFlags.HardwareInterface || row->PhysicalAddressLength != 6) continue;
    read_device(&row->InterfaceGuid, device);
    put_card(pc, row->PermanentPhysicalAddress, device);
  }
  FreeMibTable(table);
}

static int read_windows(basics_pc *pc) {
  clear(pc);
  read_machine_id(pc);
  read_firmware(pc);
  read_disk(pc);
  read_cards(pc);
  return finish(pc);
}

#else

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static const char unknown_kind[] = "of an unknown kind";

/* Reads the beginning of a file as text. Returns 0 if the file cannot be read. */
static int read_text(const char *path, char *text, size_t size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  size_t length = fread(text, 1, size - 1, file);
  fclose(file);
  text[length] = '\0';
  return length > 0;
}

/* Returns whether a value identifies a PC. The library has a list of values that do not. */
static int is_fact(int component, const char *text) {
  basics_text value = {text, strlen(text)};
  basics_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.values[component] = &value;
  facts.count[component] = 1;
  return basics_known_facts(&facts) == 1;
}

/* Reads the first file of a folder that contains the fact. Returns whether there is such a file. */
static int put_file(basics_pc *pc, int component, const char *root, const char *folder, const char *const *names) {
  char path[PATH_MAX], text[BASICS_VALUE_SIZE];
  for (; *names != NULL; names++) {
    snprintf(path, sizeof path, "%s%s/%s", root, folder, *names);
    if (!read_text(path, text, sizeof text) || !is_fact(component, text)) continue;
    put(pc, component, text, strlen(text));
    return 1;
  }
  return 0;
}

/* Follows a partition to its disk, and an encrypted or logical volume to the device that it is stored on. */
static void to_whole_disk(char device[PATH_MAX]) {
  char path[PATH_MAX + 300];
  snprintf(path, sizeof path, "%s/slaves", device);
  char below[256] = "";
  DIR *slaves = opendir(path);
  for (struct dirent *each; slaves != NULL && (each = readdir(slaves)) != NULL;) {
    if (each->d_name[0] != '.' && (below[0] == '\0' || strcmp(each->d_name, below) < 0)) snprintf(below, sizeof below, "%s", each->d_name);
  }
  if (slaves != NULL) closedir(slaves);
  snprintf(path, sizeof path, "%s/slaves/%s", device, below);
  if (below[0] != '\0' && realpath(path, device) != NULL) {
    to_whole_disk(device);
    return;
  }
  snprintf(path, sizeof path, "%s/partition", device);
  if (access(path, F_OK) == 0) *strrchr(device, '/') = '\0';
}

/* Finds the folder in /sys of the device that is mounted at `/`: by the numbers of the device, otherwise by its name. */
static int find_root_device(const char *root, char device[PATH_MAX]) {
  char line[4096], numbers[32], source[256], path[PATH_MAX];
  snprintf(path, sizeof path, "%s/proc/self/mountinfo", root);
  FILE *mounts = fopen(path, "r");
  int is_found = 0;
  while (mounts != NULL && !is_found && fgets(line, sizeof line, mounts) != NULL) {
    char point[256];
    char *behind = strstr(line, " - ");
    if (behind == NULL || sscanf(line, "%*s %*s %31s %*s %255s", numbers, point) != 2 || strcmp(point, "/") != 0) continue;
    snprintf(path, sizeof path, "%s/sys/dev/block/%s", root, numbers);
    is_found = realpath(path, device) != NULL;
    if (is_found || sscanf(behind, " - %*s %255s", source) != 1 || strncmp(source, "/dev/", 5) != 0) continue;
    snprintf(path, sizeof path, "%s%s", root, source);
    const char *name = strrchr(realpath(path, device) != NULL ? device : source, '/') + 1;
    char block[PATH_MAX];
    snprintf(block, sizeof block, "%s/sys/class/block/%.255s", root, name);
    is_found = realpath(block, device) != NULL;
  }
  if (mounts != NULL) fclose(mounts);
  return is_found;
}

static void read_linux_cards(basics_pc *pc, const char *root) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/sys/class/net", root);
  DIR *cards = opendir(path);
  for (struct dirent *each; cards != NULL && (each = readdir(cards)) != NULL;) {
    char device[PATH_MAX], address[BASICS_VALUE_SIZE], assigned[8];
    unsigned first;
    snprintf(path, sizeof path, "%s/sys/class/net/%s/device", root, each->d_name);
    if (each->d_name[0] == '.' || realpath(path, device) == NULL || strstr(device, "/usb") != NULL) continue;
    snprintf(path, sizeof path, "%s/sys/class/net/%s/addr_assign_type", root, each->d_name);
    if (read_text(path, assigned, sizeof assigned) && strcmp(assigned, "0\n") != 0 && strcmp(assigned, "0") != 0) continue;
    snprintf(path, sizeof path, "%s/sys/class/net/%s/address", root, each->d_name);
    if (!read_text(path, address, sizeof address) || !is_fact(NETWORK_CARD, address)) continue;
    if (sscanf(address, "%2x", &first) == 1 && (first & 2) == 0) put(pc, NETWORK_CARD, address, strlen(address));
  }
  if (cards != NULL) closedir(cards);
}

/* Returns whether the processor reports a virtual machine. With Hyper-V, a Windows processor reports this on a real PC too. */
static int is_guest(const char *root) {
  char path[PATH_MAX], line[8192];
  snprintf(path, sizeof path, "%s/proc/cpuinfo", root);
  FILE *file = fopen(path, "r");
  int is_found = 0;
  while (file != NULL && !is_found && fgets(line, sizeof line, file) != NULL) {
    char *mark = strncmp(line, "flags", 5) == 0 ? strstr(line, " hypervisor") : NULL;
    is_found = mark != NULL && strchr(" \r\n", mark[11]) != NULL;
  }
  if (file != NULL) fclose(file);
  return is_found;
}

static void read_linux(basics_pc *pc, const char *root) {
  static const char *const machine[] = {"etc/machine-id", "var/lib/dbus/machine-id", NULL};
  static const char *const serial[] = {"board_serial", NULL}, *const uuid[] = {"product_uuid", NULL};
  static const char *const tree[] = {"serial-number", NULL}, *const disk[] = {"device/serial", "serial", "wwid", "device/wwid", NULL};
  static const char *const makers[] = {"sys_vendor", "product_name", "board_vendor"};
  static const char dmi[] = "/sys/class/dmi/id";
  char device[PATH_MAX];
  put_file(pc, MACHINE_ID, root, "", machine);
  /* If the UUID is also the board id, it must not count twice. */
  if (put_file(pc, BOARD_ID, root, dmi, serial)) put_file(pc, SMBIOS_UUID, root, dmi, uuid);
  else if (!put_file(pc, BOARD_ID, root, dmi, uuid)) put_file(pc, BOARD_ID, root, "/sys/firmware/devicetree/base", tree);
  if (find_root_device(root, device)) {
    to_whole_disk(device);
    put_file(pc, SYSTEM_DISK, device, "", disk);
  }
  read_linux_cards(pc, root);
  for (size_t at = 0; at < 3; at++) {
    char maker[64] = "";
    snprintf(device, sizeof device, "%s%s/%s", root, dmi, makers[at]);
    read_text(device, maker, sizeof maker);
    strncat(pc->model, maker, sizeof pc->model - strlen(pc->model) - 1);
    strncat(pc->model, " ", sizeof pc->model - strlen(pc->model) - 1);
  }
  pc->virtual_machine = virtual_machine(pc->model);
  if (pc->virtual_machine == NULL && !contains(pc->model, ".metal") && is_guest(root)) pc->virtual_machine = unknown_kind;
}

/* Returns what a program of macOS prints: the text of a file of that name, if the PC is recorded. */
static void run_program(const char *root, const char *program, const char *options, char *text, size_t size) {
  char path[PATH_MAX];
  if (root == NULL) snprintf(path, sizeof path, "/usr/sbin/%s %s 2>/dev/null", program, options);
  else snprintf(path, sizeof path, "%s/%s", root, program);
  text[0] = '\0';
  FILE *output = root == NULL ? popen(path, "r") : fopen(path, "rb");
  if (output == NULL) return;
  text[fread(text, 1, size - 1, output)] = '\0';
  if (root == NULL) pclose(output);
  else fclose(output);
}

/* Adds the value between two marks: the first one, and the first character of the second one. */
static void put_between(basics_pc *pc, int component, const char *text, const char *before, const char *ends) {
  const char *at = strstr(text, before);
  if (at == NULL) return;
  at += strlen(before);
  at += strspn(at, " ");
  put(pc, component, at, strcspn(at, ends));
}

/* Reads a Mac, or, if `root` is not NULL, a recorded one. The value of a card is its address, as macOS prints it. */
static int read_mac(basics_pc *pc, const char *root) {
  static char text[1 << 16];
  unsigned first;
  clear(pc);
  run_program(root, "ioreg", "-rd1 -c IOPlatformExpertDevice", text, sizeof text);
  put_between(pc, MACHINE_ID, text, "\"IOPlatformUUID\" = \"", "\"");
  put_between(pc, BOARD_ID, text, "\"IOPlatformSerialNumber\" = \"", "\"");
  run_program(root, "diskutil", "info /", text, sizeof text);
  put_between(pc, SYSTEM_DISK, text, "Volume UUID:", " \r\n");
  run_program(root, "networksetup", "-listallhardwareports", text, sizeof text);
  put_between(pc, NETWORK_CARD, text, "Device: en0\nEthernet Address:", " \r\n");
  if (sscanf(pc->text[NETWORK_CARD][0], "%2x", &first) != 1 || (first & 2) != 0) pc->facts.count[NETWORK_CARD] = 0;
  run_program(root, "sysctl", "-n kern.hv_vmm_present", text, sizeof text);
  if (text[0] == '1') pc->virtual_machine = unknown_kind;
  return finish(pc);
}

/* Reads bytes that a file contains as hex, and adds a zero. Returns their number. */
static size_t read_hex(const char *root, const char *name, uint8_t *bytes, size_t size) {
  char path[PATH_MAX], text[8192];
  size_t length = 0;
  snprintf(path, sizeof path, "%s/%s", root, name);
  if (!read_text(path, text, sizeof text)) return 0;
  sodium_hex2bin(bytes, size - 1, text, strlen(text), NULL, &length, NULL);
  bytes[length] = 0;
  return length;
}

/* Reads the answers of the calls of Windows from files, as docs/conformance.md describes them. */
static int read_recorded_windows(basics_pc *pc, const char *root) {
  char path[PATH_MAX], line[BASICS_VALUE_SIZE];
  uint8_t bytes[4096];
  clear(pc);
  snprintf(path, sizeof path, "%s/MachineGuid", root);
  if (read_text(path, line, sizeof line)) put(pc, MACHINE_ID, line, strlen(line));
  put_firmware(pc, bytes, read_hex(root, "RSMB.hex", bytes, sizeof bytes));
  put_disk(pc, bytes, read_hex(root, "StorageDeviceProperty.hex", bytes, sizeof bytes));
  snprintf(path, sizeof path, "%s/IfTable2", root);
  FILE *rows = fopen(path, "r");
  while (rows != NULL && fgets(line, sizeof line, rows) != NULL) {
    if (line[0] == '1' && sodium_hex2bin(bytes, 6, line + 2, 12, NULL, NULL, NULL) == 0) put_card(pc, bytes, line + 15);
  }
  if (rows != NULL) fclose(rows);
  return finish(pc);
}

#endif

int basics_read_linux_pc(basics_pc *pc, const char *root) {
#if defined _WIN32
  (void)root;
  clear(pc);
  return -1;
#else
  clear(pc);
  read_linux(pc, root);
  return finish(pc);
#endif
}

int basics_read_recorded_pc(basics_pc *pc, const char *root) {
#if !defined _WIN32
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/RSMB.hex", root);
  if (access(path, F_OK) == 0) return read_recorded_windows(pc, root);
  snprintf(path, sizeof path, "%s/ioreg", root);
  if (access(path, F_OK) == 0) return read_mac(pc, root);
#endif
  return basics_read_linux_pc(pc, root);
}

int basics_read_pc(basics_pc *pc) {
#if defined _WIN32
  return read_windows(pc);
#elif defined __APPLE__
  return read_mac(pc, NULL);
#elif defined __linux__
  return basics_read_linux_pc(pc, "");
#else
  clear(pc);
  return -1;
#endif
}

#if defined _WIN32
/* Paths are UTF-8 on each system. A path that is too long gives an empty one, which no file has. */
static wchar_t *to_wide(const char *path, wchar_t wide[MAX_PATH]) {
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, MAX_PATH) == 0) wide[0] = 0;
  return wide;
}

static FILE *open_file(const char *path, const char *mode) {
  wchar_t wide[MAX_PATH];
  return _wfopen(to_wide(path, wide), mode[0] == 'r' ? L"rb" : L"wb");
}

static int rename_file(const char *from, const char *to) {
  wchar_t wide_from[MAX_PATH], wide_to[MAX_PATH];
  return MoveFileExW(to_wide(from, wide_from), to_wide(to, wide_to), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
}
#else
static FILE *open_file(const char *path, const char *mode) {
  struct stat status;
  if (mode[0] == 'r') return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, mode) : NULL;
  remove(path); /* it could be a link to another file */
  int handle = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  return handle < 0 ? NULL : fdopen(handle, mode);
}

static int rename_file(const char *from, const char *to) { return rename(from, to) == 0; }
#endif

/* Writes the position of a file, which a copy of the file does not have: its number, a space, and its creation time in nanoseconds. */
static int file_position(const char *path, char *position, size_t size) {
#if defined __linux__ && defined SYS_statx
  union {
    uint64_t numbers[32]; /* struct statx: the number of the file is at byte 32, the creation time at byte 80 */
    uint32_t halves[64];
  } status;
  memset(&status, 0, sizeof status);
  if (syscall(SYS_statx, -100 /* AT_FDCWD */, path, 0, 0x100 | 0x800 /* STATX_INO, STATX_BTIME */, &status) != 0) return 0;
  uint64_t nanoseconds = (status.halves[0] & 0x800) == 0 ? 0 : status.numbers[10] * 1000000000u + status.halves[22];
  snprintf(position, size, "%llu %llu", (unsigned long long)status.numbers[4], (unsigned long long)nanoseconds);
  return 1;
#elif defined __APPLE__
  struct stat status;
  if (stat(path, &status) != 0) return 0;
  uint64_t nanoseconds = (uint64_t)status.st_birthtimespec.tv_sec * 1000000000u + (uint64_t)status.st_birthtimespec.tv_nsec;
  snprintf(position, size, "%llu %llu", (unsigned long long)status.st_ino, (unsigned long long)nanoseconds);
  return 1;
#elif defined _WIN32
  wchar_t wide[MAX_PATH];
  BY_HANDLE_FILE_INFORMATION status;
  HANDLE file = CreateFileW(to_wide(path, wide), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 0;
  BOOL is_known = GetFileInformationByHandle(file, &status);
  CloseHandle(file);
  uint64_t number = (uint64_t)status.nFileIndexHigh << 32 | status.nFileIndexLow;
  /* Windows counts 100 nanoseconds since 1601. */
  uint64_t created = ((uint64_t)status.ftCreationTime.dwHighDateTime << 32 | status.ftCreationTime.dwLowDateTime) - 116444736000000000u;
  snprintf(position, size, "%llu %llu", (unsigned long long)number, (unsigned long long)created * 100);
  return is_known;
#else
  (void)path, (void)position, (void)size;
  return 0;
#endif
}

#define STAND_IN_SIZE 1024

/* Reads the seed in `stand-in.json`, or creates the file. */
static int read_seed(const char *path, char seed[33]) {
  char text[256] = "", temporary[STAND_IN_SIZE + 4];
  uint8_t random[16];
  FILE *file = open_file(path, "rb");
  if (file != NULL) {
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return sscanf(text, " { \"seed\" : \"%32[0-9a-f]\"", seed) == 1;
  }
  randombytes_buf(random, sizeof random);
  sodium_bin2hex(seed, 33, random, sizeof random);
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  file = open_file(temporary, "wb");
  if (file == NULL) return 0;
  int is_written = fprintf(file, "{\"seed\":\"%s\"}\n", seed) > 0;
  is_written &= fclose(file) == 0;
  if (is_written && rename_file(temporary, path)) return 1;
  remove(temporary);
  return 0;
}

int basics_add_stand_in(basics_pc *pc, const char *folder) {
  static const char *const labels[] = {"machine-id", "board-id"};
  char path[STAND_IN_SIZE], seed[33], position[64];
  int known = basics_known_facts(&pc->facts);
  if (known >= 2) return known;
  int length = snprintf(path, sizeof path, "%s/stand-in.json", *folder == '\0' ? "." : folder);
  if (length < 0 || length >= STAND_IN_SIZE) return known;
  if (!read_seed(path, seed) || !file_position(path, position, sizeof position)) return known;
  for (int component = MACHINE_ID; component <= BOARD_ID; component++) {
    char text[256], hex[65];
    uint8_t sum[32];
    length = snprintf(text, sizeof text, "basics-stand-in-v1\n%s\n%s\n%s", labels[component], seed, position);
    crypto_hash_sha256(sum, (const uint8_t *)text, (unsigned)length);
    sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
    if (pc->facts.count[component] == 0) put(pc, component, hex, 64);
  }
  pc->is_stand_in = 1;
  return basics_known_facts(&pc->facts);
}

int basics_pc_text(const char *root, const char *folder, char text[BASICS_PC_TEXT_SIZE]) {
  static const char *const names[] = {"machine-id", "board-id", "system-disk", "network-card", "smbios-uuid"};
  basics_pc pc;
  int known = root == NULL ? basics_read_pc(&pc) : basics_read_recorded_pc(&pc, root);
  if (known >= 0 && known < 2 && folder != NULL) known = basics_add_stand_in(&pc, folder);
  text[0] = '\0';
  for (size_t fact = 0; fact < BASICS_FACTS; fact++) {
    for (size_t at = 0; at < pc.facts.count[fact]; at++) text += sprintf(text, "%s %s\n", names[fact], pc.text[fact][at]);
  }
  if (pc.virtual_machine != NULL) text += sprintf(text, "virtual-machine %s\n", pc.virtual_machine);
  if (pc.is_stand_in) sprintf(text, "stand-in\n");
  return known;
}
