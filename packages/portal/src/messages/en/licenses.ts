import { limits } from '@basics/contract/calls/limits.ts';
import { counted } from './counted.ts';
import { licenseStates } from './license-states.ts';

const { codeAcceptedDays } = limits.licence;

/** Texts of the licence screens. A function returns a text that contains its arguments. */
export const licenses = {
  /** The label of the link to the page that issues licences for several codes. */
  severalPcs: 'Several PCs',
  grantsFailed: 'Failed to fetch Tools and Brands',
  entry: {
    title: 'Get a licence',
    field: 'Verification code',
    hint: 'An e-mail with the code works too.',
    read: 'Check code',
    otherWays: 'Other ways',
    dictate: 'Type line by line',
    scan: 'Scan with the camera',
    unusedLicence: 'The text also contains a licence. It is not needed to get a licence.',
    unusedCode: 'The text also contains a verification code. It was not used. To get a licence, paste only this code.',
    tooMuchText: 'This text is too long. Paste only the code.',
    licenceCodePasted:
      'This is a licence code. Install it in Basics under Licence. To get another licence, paste a verification code, which begins with BV-.',
    licenceFilePasted:
      'This is a licence file. Install it in Basics under Licence. To get another licence, paste a verification code, which begins with BV-.',
    foreignCharacter: (group: number) =>
      `The code contains a typing error: group ${group} has a character that is not used in codes. Copy and paste it from Basics instead of typing it, or use the .bvr file.`,
    atLeast: (count: number) => `at least ${count}`,
    wrongLine: (line: number) =>
      `Line ${line} of the code contains a typing error. Compare it with the code in Basics.`,
    tooManyCharacters: (found: number, expected: number) =>
      `The code contains a typing error: it has ${found} characters instead of ${expected}. Copy and paste it from Basics instead of typing it, or use the .bvr file.`,
  },
  /** A typed code with one wrong group. */
  typingError: {
    title: (missing: number) => {
      const count = Math.abs(missing);
      if (missing > 0) return count === 1 ? 'One character is missing' : `${count} characters are missing`;
      return count === 1 ? 'One character too many' : `${count} characters too many`;
    },
    foreign: 'One character is not used in codes',
    why: (group: number, found: number, expected: number) =>
      `Group ${group} has ${found} characters instead of ${expected}. Compare it with Basics.`,
    whyForeign: (group: number) => `It is in group ${group}. Compare it with Basics.`,
    field: (group: number) => `Group ${group}`,
    count: (found: number, expected: number) => `${found} of ${expected}`,
    check: 'Check again',
    paste: 'Paste the whole code',
    tip: 'Nothing to type with a .bvr file: in Basics, open Licence and save the code.',
  },
  help: {
    title: 'Where to find the code',
    steps: [
      'Open Basics on the PC that needs a licence and choose Licence.',
      'Copy the verification code, or save it as a file. The PC needs no network.',
      'Paste the code or drop the file here, on any PC.',
    ],
    command: 'In a terminal:',
    claimsTitle: 'What the code contains',
    claims: 'The code identifies the PC and the version of Basics. It contains no secrets.',
  },
  renewal: {
    title: (machine: string) => `Renew the licence for ${machine}`,
    steps: (machine: string) => [
      `Open Basics on ${machine}, choose Licence, then Renew.`,
      'Copy the verification code, or save it as a .bvr file.',
      'Paste the code or drop the file here.',
    ],
    end: 'You lose no time if you renew early: the new licence starts when the current one expires.',
  },
  onBehalf: {
    issue: 'Issue a licence',
    title: (name: string) => `For ${name}`,
    user: (userId: number) => `user ${userId}`,
    noGrants: 'This user has no tool that can be licensed now.',
    addTool: 'Add the tool to the user, then come back with the code.',
    notFound: 'This user was deleted, or you do not have access. You cannot issue a licence here.',
    back: 'Back to the customer',
  },
  owner: {
    title: 'Whose PC is this?',
    known: 'A customer has this PC, or asked for help with this code. Choose who gets the licence.',
    unknown: 'The portal does not know this PC. Choose who gets the licence.',
    customer: 'Customer',
    otherCustomer: 'Another customer',
    why: { knownPc: 'has this PC', openQuestion: 'asked for help with this code', self: 'your own account' },
    choose: (name: string) => `For ${name}`,
    self: 'For myself',
  },
  override: {
    title: 'Make an exception',
    reason: 'Reason',
    hint: 'The reason is saved with the licence.',
    issue: 'Issue licence as an exception',
  },
  entitlements: {
    title: 'Your tools',
    loading: 'Loading what you can use',
    failed: 'Your tools could not be loaded',
    company: 'Company',
    noCompany: 'Not provided',
    caretakers: 'Your contact',
    administrators: 'the administrators of this portal',
    none: 'Your account has no tools.',
    name: (tool: string, brand: string) => `${tool} for ${brand}`,
    addOns: (names: string) => `with ${names}`,
    endless: 'without an end date',
    days: (day: string, fromNow: string) => `until ${day} (${fromNow})`,
    from: (day: string) => `from ${day}`,
    states: { valid: 'Active', later: 'Not yet', ended: 'Ended' },
    endedOn: (tool: string, brand: string, day: string) => `${tool} for ${brand} ended on ${day}.`,
    beginsOn: (tool: string, brand: string, day: string) => `${tool} for ${brand} begins on ${day}.`,
  },
  bridge: {
    title: 'Use it for 7 days',
    text: {
      owner: (day: string) => `Until ${day}, once in 90 days. Your contact is told.`,
      staff: (day: string) => `Until ${day}, once in 90 days. It takes no seat and is no PC change.`,
    },
    issue: 'Get 7 days',
    badge: '7 days',
  },
  noGrants: {
    title: "User hasn't tools and brands",
    text: 'Your account has no tools yet. Ask for one, then come back with your code.',
    otherTool: 'Ask for the tool that you need, then come back with your code.',
    ask: 'Ask for a tool',
    mailSubject: 'A tool for my Basics account',
  },
  codeCheck: {
    details: 'Details of this code',
    ready: (day: string) => `Ready for a licence until ${day}`,
    notChecked: 'Not checked yet',
    today: 'Today',
    lasts: (day: string) => `The licence will last from today until ${day}.`,
    willBe: (seat: number, allowed: number) => `This will be PC ${seat} of ${allowed}`,
    worksOnly: (machine: string) => `It works only on ${machine}.`,
    seatsTaken: {
      owner: (allowed: number) => {
        if (allowed === 1) return 'Your seat is taken';
        return allowed === 2 ? 'Both your seats are taken' : `All your ${allowed} seats are taken`;
      },
      staff: (allowed: number, customer: string | null) => {
        if (allowed === 1) return `${customer ?? 'The customer'} uses the only seat`;
        return `${customer ?? 'The customer'} uses ${allowed === 2 ? 'both seats' : `all ${allowed} seats`}`;
      },
    },
    unnamed: 'Unnamed PC',
    toolNumber: (number: number) => `Unknown tool (number ${number})`,
    pc: 'PC',
    tool: 'Tool',
    made: 'Code created',
    clock: 'Clock of the PC',
    brand: 'Brand',
    addOns: 'Add-ons',
    validUntil: 'Licence until',
    seats: 'PCs in use',
    moves: 'PC changes',
    relations: { new: 'New PC', known: 'Known PC', changed: 'Parts changed', moved: 'Moved' },
    removedPc: 'Removed PC',
    licenseOfPc: {
      owner: {
        none: 'You have no licence for this PC yet.',
        active: 'You have a licence for this PC.',
        expired: 'Your licence for this PC has expired.',
        revoked: 'Your licence for this PC was revoked.',
        removed: 'You had this PC before. It was removed.',
      },
      staff: (customer: string) => ({
        none: `${customer} has no licence for this PC yet.`,
        active: `${customer} has a licence for this PC.`,
        expired: `The licence of this PC has expired.`,
        revoked: `The licence of this PC was revoked.`,
        removed: `${customer} had this PC before. It was removed.`,
      }),
    },
    theCustomer: 'The customer',
    partsChanged: 'Some parts of the PC have changed.',
    sameSeat: 'It does not count as another PC.',
    replacesOwn: 'The new licence replaces it.',
    wouldReplace: (machine: string) => `It would replace ${machine}.`,
    pcNotes: {
      virtual: 'This is a virtual machine. A copy of it is another PC and needs a licence of its own.',
      standIn:
        'This computer cannot be identified by its hardware, so Basics made up an identity. The licence works only with the folder in which it is stored.',
      copyOf: (machine: string) =>
        `It has the same machine ID as ${machine === '' ? 'another of your PCs' : machine}: its system is a copy, or its disk was moved.`,
    },
    replaces: (machine: string) => `Replaces ${machine}, whose licence is then marked as replaced.`,
    madeAgo: (ago: string, moment: string) => `${ago} (${moment} by its clock)`,
    madeAt: (moment: string) => `${moment} by its clock`,
    seatsUsed: (used: number, allowed: number) => `${used} of ${allowed}`,
    seatsBeforeThisPc: (used: number, allowed: number) => `${used} of ${allowed}, this PC takes one more`,
    movesLeft: (used: number, allowed: number) => `${Math.max(0, allowed - used)} of ${allowed} left`,
    clockAhead: (duration: string) =>
      `${duration} ahead of the portal. The code is valid, but correct the clock when you can.`,
    ageing: (age: string) => `This code is ${age} old. Codes are valid for ${codeAcceptedDays} days.`,
    chooseBrand: 'Which brand is the licence for?',
    asking: 'Checking the code',
    waits: 'This code is checked as soon as the portal can be reached.',
    continuesLater: 'This continues by itself as soon as the portal can be reached.',
    failed: 'The code is valid, but the licence details could not be loaded.',
    issue: 'Issue licence',
    again: 'Another code',
    refused: 'Cannot get a licence yet',
    notIssued: 'No licence was issued',
    askSupport: 'Contact support',
    mailSubject: (machine: string) => `Licence for ${machine}`,
  },
  ways: {
    otherBrand: (brand: string) => `${brand} has a free seat`,
    takeBrand: (brand: string) => `Use ${brand}`,
    newCode: 'Create a new code',
    newCodeText: (machine: string) => `In Basics on ${machine}, open Licence`,
    enterCode: 'Enter a code',
    support: 'Only support can solve this',
  },
  result: {
    title: (machine: string) => `Licence for ${machine}`,
    ready: (machine: string) => `The licence for ${machine} is ready`,
    existing: 'A licence was already issued for this code. Nothing new was issued.',
    validUntil: (day: string, fromNow: string) => `It is valid until ${day} (${fromNow}).`,
    ended: {
      Expired: {
        title: 'The licence for this code has expired',
        text: (day: string) => `It was valid until ${day}. To get a new licence, create a new code in Basics.`,
      },
      Replaced: {
        title: 'The licence for this code was replaced',
        text: () => 'There is a newer licence for this PC. You can find it in your list of licences.',
      },
      Revoked: {
        title: 'The licence for this code was revoked',
        text: () => 'Basics no longer accepts it. Contact support, or create a new code in Basics.',
      },
      Suspended: {
        title: 'The account of this licence is suspended',
        text: () => 'Basics accepts it again when the account is no longer suspended. Contact support.',
      },
    },
    fileText: 'Recommended: copy this file to the PC and install it there.',
    code: 'Licence code',
    codeText: 'The same licence as text. Paste it into Basics.',
    qrText: 'The code as a QR code, for a PC without a network.',
    qrLoading: 'Loading the QR code',
    qrAlternative: 'QR code of the licence code',
    print: 'Print for this PC',
    largeQr: 'Large QR code',
    qrFailed: 'The QR code could not be created. Use the file or the code instead.',
    next: 'Next steps',
    install: 'Install the file in Basics under Licence, or run this in a terminal:',
    check: 'Check how long the licence is valid:',
    another: 'Licence for another PC',
    all: 'All your licences',
  },
  copy: { code: 'Copy licence code', short: 'Copy code', failed: 'License code copy error' },
  send: {
    text: (address: string) => `Sends the code and the file to ${address}.`,
    action: 'Send by e-mail',
    short: 'Send by e-mail',
    again: 'Send again',
    fileOf: (machine: string) => `licence of ${machine}`,
    states: { queued: 'Waiting to be sent', sent: 'Sent by e-mail', failed: 'Sent email error' },
    next: {
      queued: 'The e-mail is sent as soon as the mail server accepts it. You do not need to wait.',
      sent: 'If the e-mail does not arrive, check your spam folder.',
      failed: 'The e-mail could not be delivered. Download the file instead, or send it again.',
    },
    rowNext: 'Download the licence instead, or send it again.',
    failed: 'Sent email error',
  },
  download: {
    action: 'Download licence file',
    short: 'Download file',
    fileOf: (machine: string) => `of ${machine}`,
    busy: 'Downloading',
    done: (name: string) => `Saved as ${name}`,
    failed: 'Download license error',
    retry: 'Try again',
  },
  more: (machineName: string) => `More for the licence of ${machineName || 'an unnamed PC'}`,
  table: {
    own: 'My licences',
    title: 'Licences',
    earlier: (count: number) => counted(count, 'earlier licence'),
    search: 'Search licences',
    found: (total: number) => `${counted(total, 'licence')} found`,
    failed: 'Failed to fetch Licenses',
    status: 'Status',
    machine: 'PC',
    tool: 'Tool',
    expires: 'Expires',
    issued: 'Issued',
    file: 'Code and file',
    states: licenseStates,
    empty: {
      title: 'No licences yet',
      text: 'To get the first licence, paste the verification code of a PC.',
    },
    noResult: {
      text: (keyword: string | undefined, status: string | undefined) => {
        const licenceWords = status === undefined ? 'licence' : `licence with the status ${status}`;
        return keyword === undefined ? `There is no ${licenceWords}.` : `No ${licenceWords} matches “${keyword}”.`;
      },
      clear: { search: 'Clear search', all: 'Show all licences' },
    },
  },
} as const;
