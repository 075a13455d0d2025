// SPDX-License-Identifier: Apache-2.0
package basics;

import java.util.List;
import java.util.Map;

/** The texts for the codes of findings and activations. Written by make-texts.mjs from texts.json. */
public final class Texts {
  private Texts() {}

  private static final Map<String, List<String>> ROWS = Map.ofEntries(
      Map.entry("VALID", List.of("The licence is valid.", "")),
      Map.entry("IN_GRACE", List.of("The licence has expired. {product} still works for a few days.", "Renew the licence now: activate {product}, or paste its code in the portal.")),
      Map.entry("EXPIRED", List.of("The licence has expired.", "Renew the licence: activate {product}, or paste its code in the portal.")),
      Map.entry("NO_LICENCE", List.of("No licence is installed.", "Activate {product}, or paste its code in the portal and install the licence that you get.")),
      Map.entry("LICENCE_NOT_READABLE", List.of("The file of the installed licence is empty or cannot be read.", "Install the licence again. If that changes nothing, check the permissions of the folder of {product}.")),
      Map.entry("OTHER_MACHINE", List.of("The licence is for another PC.", "Activate {product} on this PC, or paste its code in the portal.")),
      Map.entry("NOT_GENUINE", List.of("The licence was changed, or the portal did not issue it.", "Download the licence again from the portal, and do not change it.")),
      Map.entry("CLOCK_TURNED_BACK", List.of("The clock of this PC was turned back by more than 48 hours.", "Correct the date and time. If they are right now, but were ahead before, renew the licence.")),
      Map.entry("NOT_YET_VALID", List.of("The licence begins on a later day.", "Check the date and time of this PC, or wait until then.")),
      Map.entry("OTHER_TOOL", List.of("The licence is for another product than {product}.", "Install it there, or get a licence for {product} in the portal.")),
      Map.entry("TOOL_TOO_NEW", List.of("The licence is for an older version of {product}.", "Use that version, or get a licence for this version in the portal.")),
      Map.entry("DENIED", List.of("A later licence replaced this licence.", "Install the newest licence of this PC, or renew it.")),
      Map.entry("REVOKED", List.of("The portal revoked this licence.", "Ask the operator of the portal for the reason, or for another licence.")),
      Map.entry("KEY_REVOKED", List.of("The portal revoked the key that signed this licence.", "Renew the licence: activate {product}, or paste its code in the portal.")),
      Map.entry("RETURNED", List.of("The licence was returned on this PC, which does not accept it again.", "Activate {product} to get another licence.")),
      Map.entry("NO_KEYS", List.of("{product} contains no key of a portal, so it cannot check licences.", "Install the newest version of {product}.")),
      Map.entry("UNKNOWN_KEY", List.of("The licence is signed with a key that {product} does not know.", "Install the newest version of {product}, or download the licence again.")),
      Map.entry("CLOCK_RECORD_LOST", List.of("The record of the time on this PC is missing or was changed.", "Correct the date and time, then renew the licence. A new licence for the same PC is free.")),
      Map.entry("NOT_A_CODE", List.of("This is neither a licence code nor a licence file.", "Copy the whole code again from the portal or the e-mail, or download the licence file.")),
      Map.entry("CODE_INCOMPLETE", List.of("The code is incomplete.", "Copy the whole code again from the portal or the e-mail, or download the licence file.")),
      Map.entry("CODE_TYPO", List.of("The code contains a typing error.", "Compare it with the portal or the e-mail, or download the licence file.")),
      Map.entry("CODE_NEWER", List.of("The code needs a newer version of {product}.", "Install the newest version of {product}.")),
      Map.entry("NOT_A_LICENCE_FILE", List.of("This is not a licence file.", "Download the licence file again from the portal.")),
      Map.entry("FILE_INCOMPLETE", List.of("The licence file is incomplete.", "Download the licence file again from the portal.")),
      Map.entry("FILE_DAMAGED", List.of("The licence file is damaged.", "Download the licence file again from the portal.")),
      Map.entry("FILE_NEWER", List.of("The licence file needs a newer version of {product}.", "Install the newest version of {product}.")),
      Map.entry("FILE_TOO_LONG", List.of("The file is too long for {product}.", "Download the licence file again from the portal.")),
      Map.entry("FILE_NOT_WRITABLE", List.of("{product} cannot write into its folder.", "Free disk space, or allow {product} to write into its folder.")),
      Map.entry("LIST_TAKEN", List.of("The revocation list is stored.", "")),
      Map.entry("LIST_OLDER", List.of("A newer revocation list is stored already.", "")),
      Map.entry("NOT_A_REVOCATION_LIST", List.of("This is not a revocation list.", "Download the revocation list again from the portal.")),
      Map.entry("PC_NOT_IDENTIFIED", List.of("This PC has fewer than two facts that identify it, so no licence would be valid on it.", "Ask the maker of {product} for a version that supports this PC.")),
      Map.entry("CONFIRMED", List.of("The portal issued the licence.", "")),
      Map.entry("NOT_CONFIRMED", List.of("Nobody confirmed the request of this PC in time.", "Start again, or download the licence file if the portal has issued it.")),
      Map.entry("REFUSED_IN_PORTAL", List.of("Somebody refused the request of this PC in the portal.", "If this was a mistake, start again and confirm the request.")),
      Map.entry("PORTAL_NOT_REACHED", List.of("The portal cannot be reached.", "Check the network, which perhaps wants you to sign in first. Or paste the code of this PC in the portal on any other PC.")),
      Map.entry("PORTAL_REFUSED", List.of("The portal refused the request of this PC.", "Install the newest version of {product}, or ask the operator of the portal.")),
      Map.entry("TOO_MANY_ATTEMPTS", List.of("The portal gets too many requests from this network.", "Wait a few minutes, then start again.")));

  /** The sentence and the next step for a code. */
  public record Description(String sentence, String nextStep) {}

  /** Returns the texts for a code, with the name of your product; empty texts for an unknown code. */
  public static Description describe(String code, String product) {
    List<String> row = ROWS.getOrDefault(code, List.of("", ""));
    return new Description(row.get(0).replace("{product}", product), row.get(1).replace("{product}", product));
  }
}
