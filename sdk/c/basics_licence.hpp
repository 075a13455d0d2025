/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C library for C++17: a tool with its files and its buffers. Needs the C sources. The functions of a Tool
 * may be called from several threads; several processes may use one folder. No function throws because of a text that a user pastes.
 */
#ifndef BASICS_LICENCE_HPP
#define BASICS_LICENCE_HPP

#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basics_desktop.h"

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

/** A tool on this PC. Its folders are created when something is stored. */
class Tool {
 public:
  Tool(std::uint16_t id, std::uint8_t major, std::vector<std::array<std::uint8_t, 32>> keys, const std::filesystem::path &folder,
       const std::filesystem::path &second_folder = {})
      : keys_(std::move(keys)), desktop_(std::make_unique<basics_desktop>()) {
    if (!basics_init()) throw std::runtime_error("There is no source of random numbers.");
    const basics_keys raw{keys_.empty() ? nullptr : keys_[0].data(), keys_.size()};
    const auto first = folder.u8string(), second = second_folder.u8string();
    basics_open(desktop_.get(), id, major, raw, utf8(first), second.empty() ? nullptr : utf8(second));
  }

  Finding status(std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    const char *code = basics_status(&desktop_->tool, at, &licence);
    return to_finding(code, licence);
  }

  /** Returns the first time after `at` at which the dates of the installed licence change something, see basics_next_change; none if there is no such time. */
  std::optional<std::int64_t> next_change(std::int32_t days, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    basics_status(&desktop_->tool, at, &licence);
    const std::int64_t next = basics_next_change(&licence, days, at);
    return next == BASICS_NO_END ? std::nullopt : std::optional(next);
  }

  Finding install(std::string_view text, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    const char *code = basics_install(&desktop_->tool, text.data(), text.size(), at, &licence);
    return to_finding(code, licence);
  }

  /** Returns the code, which is "LIST_TAKEN" if the revocation list was stored. */
  std::string take_revocations(std::string_view text) {
    std::lock_guard<std::mutex> lock(mutex_);
    return basics_take_revocations(&desktop_->tool, text.data(), text.size());
  }

  /** Removes the licence. The code is "RETURNED", and then the text is the return code. */
  std::pair<std::string, std::string> return_licence(std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    char text[BASICS_RETURN_SIZE] = "";
    std::string code = basics_return_licence(&desktop_->tool, at, text);
    return {code, code == "RETURNED" ? text : ""};
  }

  /** Returns whether the installed licence includes an add-on. `tools` is the text of /.well-known/basics-tools. */
  bool has_add_on(const std::string &add_on, std::string_view tools, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    basics_licence licence{};
    return basics_allows(basics_status(&desktop_->tool, at, &licence)) != 0 && basics_has_add_on(&licence, add_on.c_str(), tools.data(), tools.size()) != 0;
  }

  /** Makes a verification code for the licence that this PC needs now; none for a PC that cannot be identified. */
  std::optional<std::string> make_code(std::uint8_t minor, std::uint16_t patch, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    char code[BASICS_CODE_SIZE];
    if (!basics_desktop_code(desktop_.get(), nullptr, minor, patch, at, code)) return std::nullopt;
    return code;
  }

  /** The same with another name of the PC, in the Unicode form NFC. */
  std::optional<std::string> make_code(const std::string &name, std::uint8_t minor, std::uint16_t patch, std::int64_t at = now()) {
    std::lock_guard<std::mutex> lock(mutex_);
    char code[BASICS_CODE_SIZE];
    if (!basics_desktop_code(desktop_.get(), name.c_str(), minor, patch, at, code)) return std::nullopt;
    return code;
  }

 private:
  /** The type of u8string depends on the version of C++. */
  template <typename Text>
  static const char *utf8(const Text &text) {
    return reinterpret_cast<const char *>(text.c_str());
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

  std::vector<std::array<std::uint8_t, 32>> keys_;
  std::unique_ptr<basics_desktop> desktop_;
  std::mutex mutex_;
};

}  // namespace basics

#endif
