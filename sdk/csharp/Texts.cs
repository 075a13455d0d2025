// SPDX-License-Identifier: Apache-2.0
using System.Collections.Generic;

namespace BasicsLicence {
  /// <summary>The texts for the codes of findings and activations. Written by make-texts.mjs from texts.json.</summary>
  public static class Texts {
    private static readonly Dictionary<string, string[]> rows = new Dictionary<string, string[]> {
      { "VALID", new[] { "The licence is valid.", "" } },
      { "IN_GRACE", new[] { "The licence has expired. {product} still works for a few days.", "Renew the licence now: activate {product}, or paste its code in the portal." } },
      { "EXPIRED", new[] { "The licence has expired.", "Renew the licence: activate {product}, or paste its code in the portal." } },
      { "NO_LICENCE", new[] { "No licence is installed.", "Activate {product}, or paste its code in the portal and install the licence that you get." } },
      { "LICENCE_NOT_READABLE", new[] { "The file of the installed licence is empty or cannot be read.", "Install the licence again. If that changes nothing, check the permissions of the folder of {product}." } },
      { "OTHER_MACHINE", new[] { "The licence is for another PC.", "Activate {product} on this PC, or paste its code in the portal." } },
      { "NOT_GENUINE", new[] { "The licence was changed, or the portal did not issue it.", "Download the licence again from the portal, and do not change it." } },
      { "CLOCK_TURNED_BACK", new[] { "The clock of this PC was turned back by more than 48 hours.", "Correct the date and time. If they are right now, but were ahead before, renew the licence." } },
      { "NOT_YET_VALID", new[] { "The licence begins on a later day.", "Check the date and time of this PC, or wait until then." } },
      { "OTHER_TOOL", new[] { "The licence is for another product than {product}.", "Install it there, or get a licence for {product} in the portal." } },
      { "TOOL_TOO_NEW", new[] { "The licence is for an older version of {product}.", "Use that version, or get a licence for this version in the portal." } },
      { "DENIED", new[] { "A later licence replaced this licence.", "Install the newest licence of this PC, or renew it." } },
      { "REVOKED", new[] { "The portal revoked this licence.", "Ask the operator of the portal for the reason, or for another licence." } },
      { "KEY_REVOKED", new[] { "The portal revoked the key that signed this licence.", "Renew the licence: activate {product}, or paste its code in the portal." } },
      { "RETURNED", new[] { "The licence was returned on this PC, which does not accept it again.", "Activate {product} to get another licence." } },
      { "NO_KEYS", new[] { "{product} contains no key of a portal, so it cannot check licences.", "Install the newest version of {product}." } },
      { "UNKNOWN_KEY", new[] { "The licence is signed with a key that {product} does not know.", "Install the newest version of {product}, or download the licence again." } },
      { "CLOCK_RECORD_LOST", new[] { "The record of the time on this PC is missing or was changed.", "Correct the date and time, then renew the licence. A new licence for the same PC is free." } },
      { "NOT_A_CODE", new[] { "This is neither a licence code nor a licence file.", "Copy the whole code again from the portal or the e-mail, or download the licence file." } },
      { "CODE_INCOMPLETE", new[] { "The code is incomplete.", "Copy the whole code again from the portal or the e-mail, or download the licence file." } },
      { "CODE_TYPO", new[] { "The code contains a typing error.", "Compare it with the portal or the e-mail, or download the licence file." } },
      { "CODE_NEWER", new[] { "The code needs a newer version of {product}.", "Install the newest version of {product}." } },
      { "NOT_A_LICENCE_FILE", new[] { "This is not a licence file.", "Download the licence file again from the portal." } },
      { "FILE_INCOMPLETE", new[] { "The licence file is incomplete.", "Download the licence file again from the portal." } },
      { "FILE_DAMAGED", new[] { "The licence file is damaged.", "Download the licence file again from the portal." } },
      { "FILE_NEWER", new[] { "The licence file needs a newer version of {product}.", "Install the newest version of {product}." } },
      { "FILE_TOO_LONG", new[] { "The file is too long for {product}.", "Download the licence file again from the portal." } },
      { "FILE_NOT_WRITABLE", new[] { "{product} cannot write into its folder.", "Free disk space, or allow {product} to write into its folder." } },
      { "LIST_TAKEN", new[] { "The revocation list is stored.", "" } },
      { "LIST_OLDER", new[] { "A newer revocation list is stored already.", "" } },
      { "NOT_A_REVOCATION_LIST", new[] { "This is not a revocation list.", "Download the revocation list again from the portal." } },
      { "PC_NOT_IDENTIFIED", new[] { "This PC has fewer than two facts that identify it, so no licence would be valid on it.", "Ask the maker of {product} for a version that supports this PC." } },
      { "CONFIRMED", new[] { "The portal issued the licence.", "" } },
      { "NOT_CONFIRMED", new[] { "Nobody confirmed the request of this PC in time.", "Start again, or download the licence file if the portal has issued it." } },
      { "REFUSED_IN_PORTAL", new[] { "Somebody refused the request of this PC in the portal.", "If this was a mistake, start again and confirm the request." } },
      { "PORTAL_NOT_REACHED", new[] { "The portal cannot be reached.", "Check the network, which perhaps wants you to sign in first. Or paste the code of this PC in the portal on any other PC." } },
      { "PORTAL_REFUSED", new[] { "The portal refused the request of this PC.", "Install the newest version of {product}, or ask the operator of the portal." } },
      { "TOO_MANY_ATTEMPTS", new[] { "The portal gets too many requests from this network.", "Wait a few minutes, then start again." } },
    };

    /// <summary>Returns the sentence for a code, with the name of your product; empty for an unknown code.</summary>
    public static string Sentence(string code, string product) {
      return rows.ContainsKey(code) ? rows[code][0].Replace("{product}", product) : "";
    }

    /// <summary>Returns the next step for a code, with the name of your product; empty if there is none.</summary>
    public static string NextStep(string code, string product) {
      return rows.ContainsKey(code) ? rows[code][1].Replace("{product}", product) : "";
    }
  }
}
