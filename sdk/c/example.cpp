/* SPDX-License-Identifier: Apache-2.0 */
/* A tool in C++17: `example KEY code`, `example KEY install FILE`, `example KEY status`, `example KEY return`. KEY is the portal's public key in hex. */
#include <fstream>
#include <iostream>
#include <iterator>

#include "basics_licence.hpp"

static const std::string product = "Example";
static const std::string tools = R"({"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]})";

static int show(const basics::Finding &finding) {
  std::cout << finding.code << ": " << basics::sentence(finding.code, product) << ' ' << basics::next_step(finding.code, product) << '\n';
  if (finding.is_allowed && finding.days_left) std::cout << *finding.days_left << " days left.\n";
  return finding.is_allowed ? 0 : 1;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  const std::string hex = words[1], verb = words[2];
  std::array<std::uint8_t, 32> key{};
  for (std::size_t at = 0; at < key.size(); at++) key[at] = static_cast<std::uint8_t>(std::stoi(hex.substr(2 * at, 2), nullptr, 16));
  basics::Tool tool(7, 1, {key}, "state");
  if (verb == "code") {
    const auto code = tool.make_code(0, 0);
    std::cout << code.value_or("PC_NOT_IDENTIFIED") << '\n';
    return code ? 0 : 1;
  }
  if (verb == "return") {
    const auto [code, text] = tool.return_licence();
    std::cout << (text.empty() ? code : text) << '\n';
    return 0;
  }
  if (verb == "install" && count > 3) {
    std::ifstream file(words[3], std::ios::binary);
    return show(tool.install(std::string(std::istreambuf_iterator<char>(file), {})));
  }
  const basics::Finding finding = tool.status();
  if (tool.has_add_on("configRail", tools)) std::cout << "The add-on configRail is included.\n";
  return show(finding);
}
