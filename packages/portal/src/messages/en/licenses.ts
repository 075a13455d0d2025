import { limits } from '@basics/contract/limits.ts';
import { counted } from './counted.ts';
import { licenseStates } from './license-states.ts';

const { codeAcceptedDays, moveWindowMonths } = limits.licence;

/** Texts of the licence screens. Functions take the values that a sentence needs. */
export const licenses = {
  /** The link to the page for several codes. */
  severalPcs: 'Several PCs at once',
  entry: {
    title: 'Get a licence',
    lead: 'Paste the verification code from Basics on your PC. You can check the licence before it is issued.',
    field: 'Verification code',
    hint: 'Line breaks, spaces and quotation marks are ignored. You can also drop a .bvr file anywhere on this page.',
    chooseFile: 'Choose a .bvr file',
    read: 'Check code',
    drop: 'Drop the file to read its code',
    badFile: {
      tooLarge: 'This file is too large. Choose the .bvr file that you saved in Basics.',
      unreadable: 'This file could not be read. Choose it again, or paste the code from it.',
    },
    tooMuchText: 'This text is too long. Paste only the code.',
    licenceCodePasted:
      'This is a licence code. Install it in Basics under Licence. To get another licence, paste a verification code, which begins with BV-.',
    licenceFilePasted:
      'This is a licence file. Install it in Basics under Licence. To get another licence, paste a verification code, which begins with BV-.',
    foreignCharacter: (group: number) =>
      `The code contains a typing error: group ${group} has a character that is not used in codes. Copy and paste it from Basics instead of typing it, or use the .bvr file.`,
    tooManyCharacters: (found: number, expected: number) =>
      `The code contains a typing error: it has ${found} characters instead of ${expected}. Copy and paste it from Basics instead of typing it, or use the .bvr file.`,
  },
  help: {
    title: 'Where to find the code',
    steps: [
      'Open Basics on the PC that needs a licence and choose Licence.',
      'Copy the verification code, or save it as a .bvr file. The PC does not need a network connection.',
      'Paste the code or drop the file here. You can use any PC.',
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
    end: 'The new licence starts when the current one expires, so you lose no time by renewing early.',
  },
  onBehalf: {
    issue: 'Issue a licence',
    title: (name: string) => `For ${name}`,
    user: (userId: number) => `user ${userId}`,
    text: 'Licences that you issue here belong to this user and count towards the user’s PCs and moves.',
    noGrants: 'This user has no tools. Add tool to the user first, then come back with the code.',
    notFound: 'This user was deleted, or you do not have access. You cannot issue a licence here.',
    empty: 'To issue the first licence, paste the verification code of one of the user’s PCs.',
    back: 'Back to the user',
  },
  owner: {
    title: 'Whose PC is this?',
    text: 'A customer has this PC, or asked for help with this code. Choose who gets the licence.',
    why: { knownPc: 'has this PC', openQuestion: 'asked for help with this code', self: 'your own account' },
    choose: (name: string) => `For ${name}`,
    self: 'For myself',
  },
  override: {
    title: 'Make an exception',
    reason: 'Reason',
    hint: 'It is saved with the licence.',
    issue: 'Issue licence as an exception',
  },
  noGrants: {
    title: "User hasn't tools and brands",
    text: 'Your account has no tools yet. Ask for one, then come back with your code.',
    ask: 'Ask for a tool',
    mailSubject: 'A tool for my Basics account',
  },
  grantsFailed: 'Your tools and brands could not be loaded.',
  readBack: {
    title: 'Check before you issue',
    refusedTitle: 'Contents of this code',
    beside: {
      title: 'Nothing is issued yet',
      text: 'Check that the PC name is right. The licence works only on that PC. The same code always gives the same licence.',
    },
    unnamed: 'Unnamed PC',
    toolNumber: (number: number) => `Unknown tool (number ${number})`,
    pc: 'PC',
    tool: 'Tool',
    made: 'Code made',
    clock: 'Clock of the PC',
    brand: 'Brand',
    validUntil: 'Licence until',
    seats: 'PCs in use',
    moves: 'Moves to another PC',
    relations: {
      new: { name: 'New PC', text: 'You have no licence for this PC yet.' },
      known: { name: 'Known PC', text: 'You have a licence for this PC. The new one replaces it.' },
      changed: { name: 'Parts changed', text: 'A known PC with some parts changed. It does not count as another PC.' },
      moved: { name: 'Moved', text: 'This PC replaces another one, whose licence is then marked as replaced.' },
    },
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
    seatsAndThis: (used: number, allowed: number) => `${used} of ${allowed}, plus this PC`,
    movesUsed: (used: number, allowed: number) => `${used} of ${allowed} used in ${moveWindowMonths} months`,
    clockAhead: (duration: string) =>
      `${duration} ahead of the portal. The code is valid, but correct the clock when you can.`,
    ageing: (age: string) => `This code is ${age} old. Codes are valid for ${codeAcceptedDays} days.`,
    chooseBrand: 'Which brand is the licence for?',
    asking: 'Checking the code',
    failed: 'The code is valid, but the licence details could not be loaded.',
    issue: 'Issue licence',
    again: 'Use another code',
    refused: 'No licence for this code',
    notIssued: 'No licence was issued',
    askSupport: 'Contact support',
    seePcs: 'See your PCs',
    mailSubject: (machine: string) => `Licence for ${machine}`,
  },
  result: {
    title: (machine: string) => `Licence for ${machine}`,
    ready: (machine: string) => `The licence for ${machine} is ready`,
    existing: 'A licence was already issued for this code. Nothing new was issued.',
    loadingExisting: 'Loading the licence for this code',
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
    file: 'Licence file',
    fileText: 'Recommended: copy this file to the PC and install it there.',
    code: 'Licence code',
    codeText: 'The same licence as text. Paste it into Basics.',
    showQr: 'Show as QR code',
    hideQr: 'Hide QR code',
    qrText: 'Use this to transfer the licence code to an offline PC with a scanner or a phone.',
    qrLoading: 'Loading the QR code',
    qrAlternative: 'QR code of the licence code',
    qrFailed: 'The QR code could not be created. Use the file or the code instead.',
    next: 'Next steps',
    bring: (machine: string) => `Copy the licence file to ${machine}.`,
    install: 'Install it in Basics under Licence, or run this in a terminal:',
    installCommand: (file: string) => `basics install ${file}`,
    check: 'Check how long it is valid:',
    another: 'Licence for another PC',
    all: 'All your licences',
  },
  copy: { code: 'Copy licence code', failed: 'License code copy error' },
  send: {
    title: 'By e-mail',
    text: (address: string) => `Sends the code and the file to ${address}.`,
    toOwner: 'Sends the code and the file to the owner of the licence.',
    action: 'Send by e-mail',
    short: 'Send by e-mail',
    again: 'Send again',
    fileOf: (machine: string) => `licence of ${machine}`,
    states: { queued: 'Waiting to be sent', sent: 'Sent by e-mail', failed: 'Sent email error' },
    next: {
      queued: 'It is sent as soon as the mail server accepts it. You do not need to wait.',
      sent: 'If it does not arrive, check your spam folder.',
      failed: 'The e-mail could not be delivered. Download the file instead, or send it again.',
    },
    rowNext: 'Download it instead, or send it again.',
    failed: 'Sent email error',
  },
  download: {
    action: 'Download licence file',
    short: 'Download',
    fileOf: (machine: string) => `licence file of ${machine}`,
    busy: 'Downloading',
    done: (name: string) => `Saved as ${name}`,
    failed: 'Download license error',
    retry: 'Try again',
  },
  table: {
    title: 'Licences',
    search: 'Search licences',
    found: (total: number) => `${counted(total, 'licence')} found`,
    failed: 'Failed to fetch Licenses',
    status: 'Status',
    anyStatus: 'All',
    machine: 'PC',
    tool: 'Tool',
    expires: 'Expires',
    expiresIn: (fromNow: string) => `expires ${fromNow}`,
    expired: (fromNow: string) => `expired ${fromNow}`,
    issued: 'Issued',
    code: 'Licence code',
    file: 'Licence file',
    states: licenseStates,
    getOne: 'Get a licence',
    empty: {
      title: 'No licences yet',
      text: 'To get the first one, paste the verification code of a PC.',
    },
    noResult: {
      title: 'Results not found',
      text: (keyword: string | undefined, status: string | undefined) => {
        const which = status === undefined ? 'licence' : `licence with the status ${status}`;
        return keyword === undefined ? `There is no ${which}.` : `No ${which} matches “${keyword}”.`;
      },
      page: 'This page does not exist. There are fewer pages.',
      clear: { search: 'Clear search', all: 'Show all licences' },
      toStart: 'Go to the first page',
    },
  },
} as const;
