/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C library for C++17: a tool with its files and its buffers. Needs basics_licence.c, basics_facts.c and basics_texts.c. The functions of a Tool
 * may be called from several threads; several processes may use one folder. No function throws because of a text that a user pastes.
 */
#ifndef BASICS_LICENCE_HPP
#define BASICS_LICENCE_HPP

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "basics_facts.h"
#include "basics_licence.h"

namespace basics {

inline std::int64_t now() { return static_cast<std::int64_t>(std::time(nullptr)); }

/** The sentence for a code, with the name of your product. */
inline std::string sentence(const std::string &code, const std::string &product) {
  std::string text(basics_sentence(code.c_str(), product.c_str(), nullptr, 0) + 1, '\0');
  text.resize(basics_sentence(code.c_str(), product.c_str(), text.data(), text.size()));
  return text;
}

/** The next step for a code, with the name of your product. */
inline std::string next_step(const std::string &code, const std::string &product) {
  std::string text(basics_next_step(code.c_str(), product.c_str(), nullptr, 0) + 1, '\0');
  text.resize(basics_next_step(code.c_str(), product.c_str(), text.data(), text.size()));
  return text;
}

/** What status and install have found. The fields of a licence are empty or 0 if none was read. */
struct Finding {
  std::string code;
  bool is_allowed = false;
  std::optional<std::int64_t> days_left; /* none for a licence without end */
  bool is_record_stored = true;
  std::string user, machine_name; /* empty if the licence was installed as a code */
  bool is_trial = false;
  std::uint32_t issued_at = 0, expires_at = 0, entitlements = 0;
  basics_refusal refusal{"", -1, -1, "", 0};
};

/** A tool on this PC. `folder` and `second_folder` are created if they are missing. */
class Tool {
 public:
  Tool(std::uint16_t id, std::uint8_t major, std::vector<std::array<std::uint8_t, 32>> keys, std::filesystem::path folder,
       std::filesystem::path second_folder = data_folder())
      : keys_(std::move(keys)), folder_(std::move(folder)), second_folder_(std::move(second_folder)), pc_(std::make_unique<basics_pc>()) {
    if (!basics_init()) throw std::runtime_error("There is no source of random numbers.");
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    std::filesystem::create_directories(second_folder_, ignored);
    const auto utf8 = folder_.u8string();
    if (basics_read_pc(pc_.get()) < 2) basics_add_stand_in(pc_.get(), std::string(utf8.begin(), utf8.end()).c_str());
    tool_.id = id;
    tool_.major = major;
    tool_.keys = {keys_.empty() ? nullptr : keys_[0].data(), keys_.size()};
    tool_.facts = &pc_->facts;
    tool_.files = {&folder_, load, store, erase};
    tool_.work = work_.data();
    tool_.part_size = part_size;
    tool_.second = {&second_folder_, load, store, erase};
  }
  Tool(const Tool &) = delete;
  Tool &operator=(const Tool &) = delete;

  Finding status(std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    const char *code = basics_status(&tool_, at, &licence);
    return to_finding(code, licence);
  }

  Finding install(std::string_view text, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    const char *code = basics_install(&tool_, text.data(), text.size(), at, &licence);
    return to_finding(code, licence);
  }

  /** Returns the code, which is "LIST_TAKEN" if the revocation list was stored. */
  std::string take_revocations(std::string_view text) {
    std::lock_guard<std::mutex> lock(mutex_);
    return basics_take_revocations(&tool_, text.data(), text.size());
  }

  /** Removes the licence. The code is "RETURNED", and then the text is the return code. */
  std::pair<std::string, std::string> return_licence(std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    char text[BASICS_RETURN_SIZE] = "";
    std::string code = basics_return_licence(&tool_, at, text);
    return {code, code == "RETURNED" ? text : ""};
  }

  /** Returns whether the installed licence includes an add-on. `tools` is the text of /.well-known/basics-tools. */
  bool has_add_on(const std::string &add_on, std::string_view tools, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    return basics_allows(basics_status(&tool_, at, &licence)) != 0 && basics_has_add_on(&licence, add_on.c_str(), tools.data(), tools.size()) != 0;
  }

  /** Makes a verification code; none for a PC that cannot be identified. `name` is the name of the PC in the Unicode form NFC. */
  std::optional<std::string> make_code(std::string_view name, std::uint8_t minor, std::uint16_t patch, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    const std::string code = basics_status(&tool_, at, &licence);
    const bool is_licensed = licence.expires_at != 0;
    basics_verification_code claims{};
    const bool is_new = code == "NO_LICENCE" || code == "LICENCE_NOT_READABLE" || code == "NO_KEYS" || code == "RETURNED";
    claims.reason = static_cast<std::uint8_t>(is_new ? 0 : code == "OTHER_MACHINE" ? 2 : 1);
    claims.tool_id = tool_.id;
    claims.major = tool_.major;
    claims.minor = minor;
    claims.patch = patch;
    claims.created_at = static_cast<std::uint32_t>(at);
    claims.is_virtual = pc_->virtual_machine != nullptr;
    claims.is_stand_in = pc_->is_stand_in != 0;
    std::random_device random;
    for (auto &byte : claims.nonce) byte = static_cast<std::uint8_t>(random());
    basics_machine_name(name.data(), name.size(), claims.machine_name);
    char text[BASICS_CODE_SIZE];
    if (!basics_make_code(&claims, &pc_->facts, is_licensed ? licence.fingerprint : nullptr, text)) return std::nullopt;
    return text;
  }

 private:
  static constexpr std::size_t part_size = 1 << 20;

  /** The folder of the second copies, see docs/conformance.md. */
  static std::filesystem::path data_folder() {
    const auto read = [](const char *name) {
      const char *value = std::getenv(name);
      return std::filesystem::path(value == nullptr ? "" : value);
    };
#ifdef _WIN32
    return read("APPDATA") / "Basics";
#elif defined(__APPLE__)
    return read("HOME") / "Library/Preferences/Basics";
#else
    const std::filesystem::path data = read("XDG_DATA_HOME");
    return (data.empty() ? read("HOME") / ".local/share" : data) / "basics";
#endif
  }

  static Finding to_finding(const char *code, const basics_licence &licence) {
    Finding finding;
    finding.code = code;
    finding.is_allowed = basics_allows(code) != 0;
    finding.refusal = licence.refusal;
    if (licence.expires_at == 0) return finding;
    if (licence.days_left != BASICS_NO_END) finding.days_left = licence.days_left;
    finding.is_record_stored = licence.record_stored != 0;
    finding.user = unescape(licence.user);
    finding.machine_name = unescape(licence.machine_name);
    finding.is_trial = licence.trial != 0;
    finding.issued_at = licence.issued_at;
    finding.expires_at = licence.expires_at;
    finding.entitlements = licence.entitlements;
    return finding;
  }

  static std::string unescape(basics_text json) {
    std::string text(json.length + 1, '\0');
    text.resize(basics_unescape(json, text.data(), text.size()));
    return text;
  }

  static std::filesystem::path path_of(void *folder, const char *name) { return *static_cast<std::filesystem::path *>(folder) / name; }

  static std::FILE *open(const std::filesystem::path &path, bool is_new) {
#ifdef _WIN32
    return _wfopen(path.c_str(), is_new ? L"wbx" : L"rb");
#else
    return std::fopen(path.c_str(), is_new ? "wbx" : "rb");
#endif
  }

  static std::int64_t load(void *folder, const char *name, char *buffer, std::size_t size) {
    const auto path = path_of(folder, name);
    std::error_code error;
    const auto type = std::filesystem::status(path, error).type();
    if (type == std::filesystem::file_type::not_found) return -1;
    std::FILE *file = type == std::filesystem::file_type::regular ? open(path, false) : nullptr;
    if (file == nullptr) return -2;
    const std::size_t length = std::fread(buffer, 1, size, file);
    const bool is_read = std::ferror(file) == 0;
    std::fclose(file);
    return is_read ? static_cast<std::int64_t>(length) : -2;
  }

  static int erase(void *folder, const char *name) {
    std::error_code error;
    std::filesystem::remove(path_of(folder, name), error);
    return !error;
  }

  /** Writes a temporary file, which no other process may be writing, and renames it. */
  static int store(void *folder, const char *name, const char *bytes, std::size_t length) {
    const auto path = path_of(folder, name), temporary = path_of(folder, (std::string(name) + ".tmp").c_str());
    std::FILE *file = open(temporary, true);
    std::error_code error;
    for (int tries = 0; file == nullptr && tries < 25 && std::filesystem::is_regular_file(temporary, error); tries++) {
      const auto age = std::filesystem::file_time_type::clock::now() - std::filesystem::last_write_time(temporary, error);
      if (!error && age > std::chrono::minutes(1)) std::filesystem::remove(temporary, error);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      file = open(temporary, true);
    }
    if (file == nullptr) return 0;
    bool is_stored = std::fwrite(bytes, 1, length, file) == length && std::fflush(file) == 0 && synchronise(file);
    is_stored = (std::fclose(file) == 0) && is_stored;
    if (is_stored) std::filesystem::rename(temporary, path, error);
    if (!is_stored || error) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      return 0;
    }
    return 1;
  }

  static bool synchronise(std::FILE *file) {
#ifdef _WIN32
    return _commit(_fileno(file)) == 0;
#else
    return fsync(fileno(file)) == 0;
#endif
  }

  std::vector<std::array<std::uint8_t, 32>> keys_;
  std::filesystem::path folder_, second_folder_;
  std::unique_ptr<basics_pc> pc_;
  std::vector<char> work_ = std::vector<char>(5 * part_size);
  basics_tool tool_{};
  std::mutex mutex_;
};

}  // namespace basics

#endif
