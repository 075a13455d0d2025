// SPDX-License-Identifier: Apache-2.0
// Written by make-texts.mjs from texts.json.

// oxfmt-ignore
const rows = new Map([
  ["VALID", ["The licence is valid.", ""]],
  ["IN_GRACE", ["The licence has expired. {product} still works for a few days.", "Renew the licence now: activate {product}, or paste its code in the portal."]],
  ["EXPIRED", ["The licence has expired.", "Renew the licence: activate {product}, or paste its code in the portal."]],
  ["NO_LICENCE", ["No licence is installed.", "Activate {product}, or paste its code in the portal and install the licence that you get."]],
  ["LICENCE_NOT_READABLE", ["The file of the installed licence is empty or cannot be read.", "Install the licence again. If that changes nothing, check the permissions of the folder of {product}."]],
  ["OTHER_MACHINE", ["The licence is for another PC.", "Activate {product} on this PC, or paste its code in the portal."]],
  ["NOT_GENUINE", ["The licence was changed, or the portal did not issue it.", "Download the licence again from the portal, and do not change it."]],
  ["CLOCK_TURNED_BACK", ["The clock of this PC was turned back by more than 48 hours.", "Correct the date and time. If they are right now, but were ahead before, renew the licence."]],
  ["NOT_YET_VALID", ["The licence begins on a later day.", "Check the date and time of this PC, or wait until then."]],
  ["OTHER_TOOL", ["The licence is for another product than {product}.", "Install it there, or get a licence for {product} in the portal."]],
  ["TOOL_TOO_NEW", ["The licence is for an older version of {product}.", "Use that version, or get a licence for this version in the portal."]],
  ["DENIED", ["A later licence replaced this licence.", "Install the newest licence of this PC, or renew it."]],
  ["REVOKED", ["The portal revoked this licence.", "Ask the operator of the portal for the reason, or for another licence."]],
  ["KEY_REVOKED", ["The portal revoked the key that signed this licence.", "Renew the licence: activate {product}, or paste its code in the portal."]],
  ["RETURNED", ["The licence was returned on this PC, which does not accept it again.", "Activate {product} to get another licence."]],
  ["NO_KEYS", ["{product} contains no key of a portal, so it cannot check licences.", "Install the newest version of {product}."]],
  ["UNKNOWN_KEY", ["The licence is signed with a key that {product} does not know.", "Install the newest version of {product}, or download the licence again."]],
  ["CLOCK_RECORD_LOST", ["The record of the time on this PC is missing or was changed.", "Correct the date and time, then renew the licence. A new licence for the same PC is free."]],
  ["NOT_A_CODE", ["This is neither a licence code nor a licence file.", "Copy the whole code again from the portal or the e-mail, or download the licence file."]],
  ["CODE_INCOMPLETE", ["The code is incomplete.", "Copy the whole code again from the portal or the e-mail, or download the licence file."]],
  ["CODE_TYPO", ["The code contains a typing error.", "Compare it with the portal or the e-mail, or download the licence file."]],
  ["CODE_NEWER", ["The code needs a newer version of {product}.", "Install the newest version of {product}."]],
  ["NOT_A_LICENCE_FILE", ["This is not a licence file.", "Download the licence file again from the portal."]],
  ["FILE_INCOMPLETE", ["The licence file is incomplete.", "Download the licence file again from the portal."]],
  ["FILE_DAMAGED", ["The licence file is damaged.", "Download the licence file again from the portal."]],
  ["FILE_NEWER", ["The licence file needs a newer version of {product}.", "Install the newest version of {product}."]],
  ["FILE_TOO_LONG", ["The file is too long for {product}.", "Download the licence file again from the portal."]],
  ["FILE_NOT_WRITABLE", ["{product} cannot write into its folder.", "Free disk space, or allow {product} to write into its folder."]],
  ["LIST_TAKEN", ["The revocation list is stored.", ""]],
  ["LIST_OLDER", ["A newer revocation list is stored already.", ""]],
  ["NOT_A_REVOCATION_LIST", ["This is not a revocation list.", "Download the revocation list again from the portal."]],
  ["PC_NOT_IDENTIFIED", ["This PC has fewer than two facts that identify it, so no licence would be valid on it.", "Ask the maker of {product} for a version that supports this PC."]],
  ["CONFIRMED", ["The portal issued the licence.", ""]],
  ["NOT_CONFIRMED", ["Nobody confirmed the request of this PC in time.", "Start again, or download the licence file if the portal has issued it."]],
  ["REFUSED_IN_PORTAL", ["Somebody refused the request of this PC in the portal.", "If this was a mistake, start again and confirm the request."]],
  ["PORTAL_NOT_REACHED", ["The portal cannot be reached.", "Check the network, which perhaps wants you to sign in first. Or paste the code of this PC in the portal on any other PC."]],
  ["PORTAL_REFUSED", ["The portal refused the request of this PC.", "Install the newest version of {product}, or ask the operator of the portal."]],
  ["TOO_MANY_ATTEMPTS", ["The portal gets too many requests from this network.", "Wait a few minutes, then start again."]],
]);

/** The sentence and the next step for a code, with the name of your product; empty texts for an unknown code. */
export function describe(code: string, product: string): { sentence: string; nextStep: string } {
  const [sentence = '', nextStep = ''] = (rows.get(code) ?? []).map((text) =>
    text.replaceAll('{product}', () => product),
  );
  return { sentence, nextStep };
}
