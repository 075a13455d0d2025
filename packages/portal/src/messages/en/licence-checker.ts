import { counted } from './counted.ts';

const anew = 'Make a new code in Basics, paste it at the portal, and install what you get.';
const again = 'Download it again from the portal, and leave the file as it is.';
const copy = 'Copy it from the portal and paste it instead of typing, or use the licence file.';
const reload = 'Load this page again. If it says the same, ask support.';

/** What is said of a licence that was checked: a heading, what it means, and what to do. */
type Said = { title: string; text: string; next: string };

/** What the licence checker says, as a page of the portal and as a file of its own. */
export const licenceChecker = {
  title: 'Licence checker',
  lead: 'Drop a licence file or paste a licence code, and see whether it is genuine and what it allows.',
  private: 'It is checked in this browser. Nothing of it is sent anywhere.',
  field: 'Licence code, or the text of a licence file',
  hint: 'Line breaks, spaces and quote marks around a code do no harm. You can also drop a .lic file anywhere on this page.',
  chooseFile: 'Choose a .lic file',
  drop: 'Drop the file to check it',
  check: 'Check the licence',
  checking: 'Checking the licence',
  clear: 'Check another one',
  badFile: {
    tooLarge: 'This file is too large to be a licence. Choose the .lic file that the portal gave you.',
    unreadable: 'This file could not be read. Choose it again.',
  },
  keysLoading: 'Loading the public keys of the portal',
  keysFailed: 'The public keys of the portal could not be loaded, and without them nothing can be checked.',
  keysMissing: 'This portal has published no key yet, so there is nothing to check a licence with.',
  saved: {
    title: 'Without a network',
    text: 'Save the checker as one file, and take it to a PC that has no network. It holds the public keys of this portal.',
    action: 'Save the checker',
    keysTitle: 'Whose licences it knows',
    since: (portal: string, day: string) => `Checks against the public keys of ${portal}, as they were on ${day}.`,
    newer: 'If the portal has taken a new key since, save the checker there again.',
    noKeys: 'This file holds no public keys. Save the checker at the portal again.',
    noScript: 'The checker needs JavaScript, which is switched off here.',
  },
  help: {
    title: 'What it tells, and what not',
    points: [
      'Whether this portal has issued the licence, and whether anybody has changed it since: by its signature and the public keys of the portal.',
      'What it allows, from when and until when, by the clock of this browser.',
      'Not whether it is for a certain PC. Only Basics on that PC can tell, under Licence or with the command basics check.',
    ],
  },

  facts: {
    title: 'What the licence says',
    unproven: 'What can be told of it',
    genuine: 'Genuine',
    yes: 'Yes',
    no: 'No',
    unknown: 'Cannot be told',
    key: 'Signed with key',
    claimedKey: 'Names as its key',
    standings: {
      current: 'the current key of the portal',
      next: 'the next key of the portal',
      retired: 'a former key of the portal; its licences stay valid to their end',
      revoked: 'a key that was revoked',
    },
    strangeKey: 'not a key of this portal',
    carrier: 'Came as',
    carriers: { file: 'licence file', code: 'licence code' },
    carriesLess: 'A code has no room for names, add-ons by name and preferences: the licence file says more.',
    licence: 'Licence',
    trial: 'Trial',
    user: 'Issued to',
    pc: 'PC',
    noPc: 'A code does not carry the name of its PC',
    unnamed: 'PC without a name',
    tool: 'Tool',
    toolNumber: (number: number) => `the tool with the number ${number}`,
    toolNames: new Map([[7, 'Basics']]),
    versions: 'Versions',
    anyVersion: 'every version',
    upTo: (major: number) => `up to ${major}, whatever follows the first dot`,
    brand: 'Brand',
    /** The brands that ship, by the numbers that stay theirs; what they are called now, the portal says. */
    shippedBrands: new Map([
      [0, 'blue'],
      [1, 'red'],
    ]),
    brandNumber: (number: number) => `the brand with the number ${number}`,
    issued: 'Issued',
    begins: 'Valid from',
    ends: 'Valid until',
    never: 'It does not end',
    grace: 'Grace',
    graceUntil: (days: number, day: string) => `${counted(days, 'more day')}, until ${day}`,
    noGrace: 'none',
    addOns: 'Add-ons',
    noAddOns: 'none',
    addOnNames: new Map([['configRail', 'Config Rail']]),
    /** Never the number alone: 0 would read as none. */
    addOnNumbers: (bits: readonly number[]) =>
      `${counted(bits.length, 'add-on')}, by ${bits.length === 1 ? 'its number' : 'their numbers'}: ${bits.join(', ')}`,
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
  clock: (moment: string) => `Dates are judged by the clock of this browser: ${moment}.`,

  findings: {
    VALID: (until: string) => ({
      title: 'Genuine and valid',
      text: `This portal issued the licence, nobody has changed it, and it is valid ${until}.`,
      next: 'Install it in Basics under Licence, on the PC that it is for.',
    }),
    IN_GRACE: (end: string, grace: string) => ({
      title: 'Genuine, but in its last days',
      text: `It ended on ${end}. Basics still accepts it until ${grace}.`,
      next: anew,
    }),
    EXPIRED: (end: string) => ({
      title: 'Genuine, but expired',
      text: `It ended on ${end}, and its grace is over. Basics refuses it.`,
      next: anew,
    }),
    NOT_YET_VALID: (begin: string) => ({
      title: 'Genuine, but not valid yet',
      text: `It begins on ${begin}.`,
      next: 'Check date and time of this device. If they are right, wait until then.',
    }),
    KEY_REVOKED: {
      title: 'Its key was revoked',
      text: 'The portal has withdrawn the key that signed this licence: whoever holds that key could have made it. Basics refuses it.',
      next: anew,
    },
    NOT_GENUINE: {
      title: 'Not genuine',
      text: 'The signature does not fit: the licence was changed, or somebody else made it.',
      next: 'Download it again from the portal, and leave it as it is. If you have it from somebody else, tell support.',
    },
    UNKNOWN_KEY: {
      title: 'Not from this portal',
      text: 'It is signed with a key that this portal does not know.',
      next: 'Check it at the portal that it came from. If that is this one, tell support.',
    },
    CODE_NEWER: {
      title: 'From a newer version',
      text: 'This licence code has a form that the checker does not know yet.',
      next: reload,
    },
    FILE_NEWER: {
      title: 'From a newer version',
      text: 'This licence file has a form that the checker does not know yet.',
      next: reload,
    },
    FILE_DAMAGED: {
      title: 'The licence file is damaged',
      text: 'It is not as the portal wrote it: something was added, left out or changed.',
      next: again,
    },
    NOT_A_LICENCE_FILE: {
      title: 'Not a licence file as the portal writes it',
      text: 'Something stands before its first line, or the line was changed.',
      next: again,
    },
    fileIncomplete: (found: number, expected: number) => ({
      title: 'Part of the licence file is missing',
      text: `${found} of ${expected} lines are there.`,
      next: again,
    }),
    codeIncomplete: (found: number, expected: number) => ({
      title: 'Part of the licence code is missing',
      text: `${found} of ${expected} characters are there.`,
      next: 'Copy all of it and paste it again, or use the licence file.',
    }),
    typo: { title: 'The licence code has a typing error', text: 'Its check characters do not fit.', next: copy },
    foreignCharacter: (group: number) => ({
      title: 'The licence code has a typing error',
      text: `Group ${group} holds a character that no code has.`,
      next: copy,
    }),
    tooManyCharacters: (found: number, expected: number) => ({
      title: 'The licence code has a typing error',
      text: `${found} characters are there where ${expected} belong.`,
      next: copy,
    }),
    nothing: {
      title: 'Nothing to check yet',
      text: 'Paste a licence code, or choose a licence file.',
      next: 'A licence code begins with BL-; the name of a licence file ends in .lic.',
    },
    noLicence: {
      title: 'No licence found',
      text: 'This is neither a licence code nor a licence file.',
      next: 'A licence code begins with BL-; the name of a licence file ends in .lic.',
    },
    verificationCode: {
      title: 'This is a verification code',
      text: 'It asks for a licence, and is none itself.',
      next: 'Paste it at the portal under Get a licence.',
    },
    tooLong: {
      title: 'This text is too long',
      text: 'It is longer than any mail that a licence comes in.',
      next: 'Paste the licence code alone, or choose the licence file.',
    },
    senseless: {
      title: 'Signed, but without sense',
      text: 'The signature is genuine, and what was signed is no licence. This should not happen.',
      next: 'Send it to support.',
    },
  } satisfies Record<string, Said | ((...facts: never[]) => Said)>,
} as const;
