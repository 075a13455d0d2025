import { counted } from './counted.ts';

const createNewCodeHint =
  'Create a new verification code in Basics, paste it in the portal and install the new licence.';
const downloadAgainHint = 'Download the licence file again from the portal and do not change it.';
const copyAndPasteHint = 'Copy and paste the code from the portal instead of typing it, or use the licence file.';
const notCheckedText = 'Not checked: whether it was revoked since.';
const checkAgainHint = 'Before you install the licence, check it again in the portal when there is a connection.';
const reloadPageHint = 'Reload this page. If that does not help, contact support.';

/** The result of a check: a heading, its meaning, and the next step. */
type CheckResultText = { title: string; text: string; next: string };

/** Texts of the licence checker, as a page of the portal and as a saved file. */
export const licenceChecker = {
  title: 'Licence checker',
  lead: 'Drop a licence file or paste a licence code to see whether it is genuine and what it allows.',
  private: 'The check runs in this browser. The licence is not sent to a server.',
  field: 'Licence code, or the text of a licence file',
  hint: 'Line breaks, spaces and quotation marks are ignored.',
  chooseFile: 'Choose a .lic file',
  drop: 'Drop the file to check it',
  check: 'Check licence',
  checking: 'Checking the licence',
  clear: 'Check another licence',
  badFile: {
    several: 'Only one licence can be checked at a time. Choose one file.',
    tooLarge: 'This file is too large to be a licence. Choose the .lic file from the portal.',
    unreadable: 'This file could not be read. Choose it again.',
  },
  keysLoading: 'Loading the portal’s public keys',
  keysFailed: 'The portal’s public keys could not be loaded. A licence cannot be checked without them.',
  keysMissing: 'This portal has not published any keys yet, so licences cannot be checked.',
  saved: {
    title: 'Use it offline',
    text: 'Save the checker as a single file and use it on a PC without a network connection. The file contains the public keys of this portal and its lists of revoked licences.',
    action: 'Save checker',
    keysTitle: 'Public keys',
    since: (portal: string, day: string) =>
      `Checks licences with the public keys of ${portal} and its lists of revoked licences, both as of ${day}.`,
    newer: 'Save the checker again to use newer keys and newer lists.',
    noKeys: 'This file contains no public keys. Open the portal and save the checker again.',
    noScript: 'The checker needs JavaScript. Turn it on in your browser.',
  },
  help: {
    parts: [
      { title: 'Checked', points: ['Genuine and unchanged', 'Not revoked', 'Dates and add-ons'] },
      {
        title: 'Not checked',
        points: [
          'Whether a newer licence has replaced it',
          'Whether it is for a certain PC. To check that, open Licence in Basics on that PC, or use the command basics check.',
        ],
      },
    ],
  },

  facts: {
    title: 'Licence details',
    unproven: 'What the licence claims',
    genuine: 'Genuine',
    yes: 'Yes',
    no: 'No',
    unknown: 'Unknown',
    revoked: 'Revoked',
    notChecked: 'Not checked',
    byList: (moment: string) => `by the portal’s list of revoked licences of ${moment}`,
    byOldList: (moment: string) =>
      `by the portal’s list of revoked licences of ${moment}. Not checked: whether it was revoked since.`,
    listProblems: {
      noList: 'The portal’s list of revoked licences is not available.',
      invalidList: 'The portal’s list of revoked licences is damaged or has a wrong signature.',
    },
    replaced: 'Replaced',
    replacedNotChecked: 'Only the portal knows whether a newer licence has replaced it.',
    key: 'Signed with key',
    claimedKey: 'Claimed key',
    standings: {
      current: 'the current key of the portal',
      next: 'the next key of the portal',
      retired: 'a former key of the portal; licences signed with it stay valid until they expire',
      revoked: 'a key that was revoked',
    },
    strangeKey: 'not a key of this portal',
    carrier: 'Came as',
    carriers: { file: 'licence file', code: 'licence code' },
    carriesLess: 'A licence code contains no names or preferences. The licence file contains more details.',
    licence: 'Licence',
    trial: 'Trial',
    user: 'Issued to',
    pc: 'PC',
    noPc: 'Not part of a licence code',
    unnamed: 'Unnamed PC',
    tool: 'Tool',
    toolNumber: (number: number) => `tool number ${number}`,
    versions: 'Versions',
    anyVersion: 'every version',
    upTo: (major: number) => `up to ${major}.x`,
    brand: 'Brand',
    brandNumber: (number: number) => `brand number ${number}`,
    issued: 'Issued',
    begins: 'Valid from',
    ends: 'Valid until',
    never: 'No expiry date',
    grace: 'Grace period',
    graceUntil: (days: number, day: string) => `${counted(days, 'more day')}, until ${day}`,
    noGrace: 'none',
    addOns: 'Add-ons',
    noAddOns: 'none',
    addOnNumber: (number: number) => `add-on number ${number}`,
    withdraws: 'Withdraws',
    withdrawn: (count: number) => counted(count, 'earlier licence'),
    preferences: {
      temperature: 'Temperature',
      weight: 'Weight',
      measure: 'Length, surface, volume',
      packed: 'Packed weights and sizes',
      priceList: 'Price list',
      graphThickness: 'Graph thickness (pt)',
    },
    choices: {
      temperature: { C: '°C', F: '°F', K: 'K' },
      measure: { m: 'm, m², m³', mm: 'mm, m², m³', in: 'in, ft², ft³' },
    },
    preference: (name: string) => `Preference ${name}`,
    notSet: 'none',
  },
  clock: (moment: string) => `Dates are compared with the clock of this device: ${moment}.`,

  findings: {
    withoutEnd: 'without an end',
    until: (day: string, fromNow: string) => `until ${day} (${fromNow})`,
    revocationNotChecked: notCheckedText,
    VALID: (until: string, listMoment: string) => ({
      title: 'Genuine and valid',
      text: `This portal issued the licence, it has not been changed, and it is valid ${until}. It is not on the portal’s list of revoked licences of ${listMoment}.`,
      next: 'Install the licence in Basics under Licence, on the PC that it was issued for. If you have a newer licence for that PC, install the newer one.',
    }),
    notRevokedBy: (until: string, listDay: string) => ({
      title: `Genuine, and not revoked by ${listDay}`,
      text: `This portal issued the licence, it has not been changed, and its dates allow its use ${until}. ${notCheckedText}`,
      next: checkAgainHint,
    }),
    unchecked: (until: string, listProblem: string) => ({
      title: 'Genuine, but revocation not checked',
      text: `This portal issued the licence, it has not been changed, and its dates allow its use ${until}. ${listProblem} ${notCheckedText}`,
      next: checkAgainHint,
    }),
    REVOKED: (listMoment: string) => ({
      title: 'Revoked',
      text: `This portal issued the licence, but has revoked it: it is on the portal’s list of revoked licences of ${listMoment}. Basics refuses the licence as soon as it has this list.`,
      next: 'Do not install this licence. Ask support for the reason, or for a new licence.',
    }),
    IN_GRACE: (end: string, grace: string) => ({
      title: 'Genuine, but in its grace period',
      text: `The licence expired on ${end}. Basics still accepts it until ${grace}.`,
      next: createNewCodeHint,
    }),
    EXPIRED: (end: string) => ({
      title: 'Genuine, but expired',
      text: `The licence expired on ${end} and its grace period is over. Basics no longer accepts it.`,
      next: createNewCodeHint,
    }),
    NOT_YET_VALID: (begin: string) => ({
      title: 'Genuine, but not valid yet',
      text: `The licence is valid from ${begin}.`,
      next: 'Check the date and time of this device. If they are right, wait until the licence is valid.',
    }),
    KEY_REVOKED: {
      title: 'Its key was revoked',
      text: 'The portal has revoked the key that signed this licence, so it may be forged. Basics does not accept it.',
      next: createNewCodeHint,
    },
    NOT_GENUINE: {
      title: 'Not genuine',
      text: 'The signature is not valid. The licence was changed, or it was not issued by this portal.',
      next: 'Download the licence again from the portal and do not change it. If someone else gave it to you, contact support.',
    },
    UNKNOWN_KEY: {
      title: 'Not from this portal',
      text: 'The licence is signed with a key that does not belong to this portal.',
      next: 'Check the licence in the portal that issued it. If this portal issued the licence, contact support.',
    },
    CODE_NEWER: {
      title: 'From a newer version',
      text: 'This licence code has a newer format that the checker does not support.',
      next: reloadPageHint,
    },
    FILE_NEWER: {
      title: 'From a newer version',
      text: 'This licence file has a newer format that the checker does not support.',
      next: reloadPageHint,
    },
    FILE_DAMAGED: {
      title: 'The licence file is damaged',
      text: 'The contents of the file were changed after the portal created it.',
      next: downloadAgainHint,
    },
    NOT_A_LICENCE_FILE: {
      title: 'Not a valid licence file',
      text: 'There is text before the first line of the licence, or this line was changed.',
      next: downloadAgainHint,
    },
    fileIncomplete: (found: number, expected: number) => ({
      title: 'Part of the licence file is missing',
      text: `The file has ${found} of ${expected} lines.`,
      next: downloadAgainHint,
    }),
    codeIncomplete: (found: number, expected: number) => ({
      title: 'Part of the licence code is missing',
      text: `The code has ${found} of ${expected} characters.`,
      next: 'Copy the whole code and paste it again, or use the licence file.',
    }),
    typo: {
      title: 'The licence code contains a typing error',
      text: 'The check characters of the code do not match.',
      next: copyAndPasteHint,
    },
    foreignCharacter: (group: number) => ({
      title: 'The licence code contains a typing error',
      text: `Group ${group} has a character that is not used in codes.`,
      next: copyAndPasteHint,
    }),
    tooManyCharacters: (found: number, expected: number) => ({
      title: 'The licence code contains a typing error',
      text: `The code has ${found} characters instead of ${expected}.`,
      next: copyAndPasteHint,
    }),
    nothing: {
      title: 'Nothing to check yet',
      text: 'Paste a licence code, or choose a licence file.',
      next: 'A licence code begins with BL-. The name of a licence file ends in .lic.',
    },
    noLicence: {
      title: 'No licence found',
      text: 'This is neither a licence code nor a licence file.',
      next: 'A licence code begins with BL-. The name of a licence file ends in .lic.',
    },
    verificationCode: {
      title: 'This is a verification code',
      text: 'A verification code is used to get a licence. It is not a licence.',
      next: 'Paste the verification code in the portal under Get a licence.',
    },
    tooLong: {
      title: 'This text is too long',
      text: 'The text is too long to be a licence.',
      next: 'Paste only the licence code, or choose the licence file.',
    },
    senseless: {
      title: 'Genuine, but not a licence',
      text: 'The signature is valid, but the signed contents are not a licence. This should not happen.',
      next: 'Contact support and send them this licence.',
    },
  } satisfies Record<string, string | CheckResultText | ((...facts: never[]) => string | CheckResultText)>,
} as const;
