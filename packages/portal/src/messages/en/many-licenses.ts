import { counted } from './counted.ts';

/** What the screen for several PCs at once says. */
export const manyLicenses = {
  title: 'Licences for several PCs',
  link: 'Several PCs at once',
  lead: 'Paste the verification codes of all PCs, or drop their .bvr files. You see what each brings before anything is issued.',
  field: 'Verification codes',
  hint: 'With any text between them: a whole mail will do. You can also drop .bvr files anywhere on this page.',
  read: 'Read the codes',
  chooseFiles: 'Choose .bvr files',
  drop: 'Drop the files to read their codes',
  noCode: 'There is no verification code in this text. A code begins with BV-; Basics shows it under Licence.',
  help: {
    title: 'How it goes',
    steps: [
      'Make a code on each PC, in Basics under Licence or with the command basics code.',
      'Bring all codes here, from any PC. Each is read at once, and the portal says what it brings.',
      'Issue the good ones with one button, and take their licences along as one ZIP file.',
    ],
    seats:
      'PCs are counted over all codes, from the first to the last: take out a line to leave its place to another PC.',
  },
  told: {
    added: (count: number) => `${counted(count, 'code')} added.`,
    twice: (count: number) =>
      count === 1 ? '1 code was here already, and counts once.' : `${count} codes were here already, and count once.`,
    beyond: (count: number, most: number) =>
      `${counted(count, 'code')} left out: ${most} fit here at once. Do these first, then bring the others.`,
  },
  chosenBrand: 'All licences for which brand?',
  sum: {
    ready: (count: number) => (count === 1 ? '1 code brings a licence' : `${count} codes bring a licence`),
    existing: (count: number) =>
      count === 1 ? '1 has brought its licence already' : `${count} have brought theirs already`,
    issued: (count: number) => (count === 1 ? '1 licence is issued' : `${count} licences are issued`),
    none: (count: number) => (count === 1 ? '1 brings none' : `${count} bring none`),
    asking: (count: number) => `${count} being read back`,
  },
  table: {
    title: 'Codes and what they bring',
    pc: 'PC',
    tool: 'Tool',
    made: 'Code made',
    verdict: 'Verdict',
    remove: (name: string) => `Take out ${name}`,
    fromFile: (name: string) => `from ${name}`,
    unreadable: 'A code that cannot be read',
    unnamed: 'PC without a name',
  },
  verdicts: {
    asking: { name: 'Being read back' },
    ready: {
      name: 'Brings a licence',
      until: (day: string, fromNow: string) => `Until ${day} (${fromNow}).`,
      replaces: (machine: string) => `Takes the place of ${machine}.`,
      lost: (message: string) =>
        `No answer came: ${message} Issue it again: the same code never brings a second licence.`,
    },
    existing: {
      name: 'Has its licence',
      text: 'This code has brought a licence before. It comes along with the others, and nothing new is issued.',
    },
    issued: { name: 'Issued', until: (day: string, fromNow: string) => `Valid until ${day} (${fromNow}).` },
    older: {
      name: 'Older code',
      text: 'Another code here is of the same PC. The newer one counts; take this one out.',
    },
    noSeat: {
      name: 'No PC left',
      text: (allowed: number) =>
        `The codes above take the last of ${counted(allowed, 'PC')}. Take out one of them, or make this code on its PC with basics code --moved.`,
    },
    noMove: {
      name: 'No move left',
      text: (allowed: number) =>
        `The codes above take the last of ${counted(allowed, 'move')} in 12 months. Your salesman can allow one more.`,
    },
    refused: { name: 'Brings no licence', alone: 'See this code by itself' },
    unasked: { name: 'Not read back', text: (message: string) => `What it brings could not be loaded: ${message}` },
    unreadable: { name: 'Cannot be read' },
  },
  askAgain: 'Ask again',
  issue: (count: number) => `Issue ${counted(count, 'licence')}`,
  fetch: (count: number) => `Get ${counted(count, 'licence')}`,
  clear: 'Begin again',
  running: (done: number, total: number) => `Issuing ${done + 1} of ${total}`,
  stop: 'Stop',
  stopping: 'Stopping after this one',
  waits: (time: string) => `The portal is busy. It goes on by itself in ${time}.`,
  ended: {
    all: (count: number) => (count === 1 ? 'The licence is there' : `All ${count} licences are there`),
    some: (done: number, total: number) => `${done} of ${total} done`,
    stopped: 'You stopped it here. The others stand ready below.',
    lost: (message: string) => `${message} Nothing is lost: go on, and each code brings its one licence.`,
    refused: 'Not every code has brought one: the table says why.',
  },
  result: {
    title: 'Take the licences along',
    text: 'Each file goes to its own PC: its name says which. In Basics under Licence, or in a terminal: basics install and the name of the file.',
    zip: 'Download all as ZIP',
    packing: (done: number, total: number) => `File ${done} of ${total}`,
    saved: (name: string) => `Saved as ${name}`,
    failed: 'Download license error',
    retry: 'Try again',
    copy: 'Copy all licence codes',
  },
} as const;
