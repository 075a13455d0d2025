import { counted } from './counted.ts';

/** Texts of the screen for licences of several PCs. */
export const manyLicenses = {
  title: 'Licences for several PCs',
  field: 'Verification codes',
  hint: 'A whole e-mail and several .bvr files work too.',
  read: 'Check codes',
  chooseFiles: 'Choose .bvr files',
  drop: 'Drop the files to read their codes',
  noCode:
    'There is no verification code in this text. A verification code begins with BV-. To get one, open Licence in Basics.',
  help: {
    title: 'How it works',
    steps: [
      'Create a code on each PC, in Basics under Licence.',
      'Paste all codes here.',
      'Download all licences as one ZIP file.',
    ],
    seats: 'If seats run out, the codes at the top get a licence first.',
  },
  told: {
    added: (count: number) => `${counted(count, 'code')} added.`,
    twice: (count: number) =>
      count === 1 ? '1 code was already in the list.' : `${count} codes were already in the list.`,
    beyond: (count: number, most: number) =>
      `${counted(count, 'code')} not added. You can issue ${most} licences at once. Issue these first, then add the others.`,
  },
  chosenBrand: 'Which brand are all licences for?',
  sum: {
    ready: (count: number) => (count === 1 ? '1 code is ready' : `${count} codes are ready`),
    existing: (count: number) => (count === 1 ? '1 already has a licence' : `${count} already have a licence`),
    issued: (count: number) => (count === 1 ? '1 licence issued' : `${count} licences issued`),
    none: (count: number) => (count === 1 ? '1 cannot be used' : `${count} cannot be used`),
    asking: (count: number) => `${count} being checked`,
  },
  table: {
    title: 'Codes',
    pc: 'PC',
    tool: 'Tool',
    made: 'Code created',
    verdict: 'Verdict',
    remove: (name: string) => `Remove ${name}`,
    fromFile: (name: string) => `from ${name}`,
    unreadable: 'Unreadable code',
    unnamed: 'Unnamed PC',
  },
  verdicts: {
    asking: { name: 'Checking' },
    ready: {
      name: 'Ready',
      until: (day: string, fromNow: string) => `Until ${day} (${fromNow}).`,
      replaces: (machine: string) => `Replaces ${machine}.`,
      lost: (message: string) =>
        `No answer from the portal: ${message} You can safely try again: the same code never gets a second licence.`,
    },
    existing: {
      name: 'Already issued',
      text: 'This code already has a licence, which is in the download.',
    },
    issued: {
      name: 'Issued',
      open: 'Open licence',
      until: (day: string, fromNow: string) => `Until ${day} (${fromNow}).`,
    },
    older: {
      name: 'Older code',
      text: 'There is a newer code for the same PC in the list. Remove this older code.',
    },
    noSeat: {
      name: 'No PC left',
      text: (allowed: number) =>
        `The codes above use all ${counted(allowed, 'PC')} that you can license. Remove one of them, or run basics code --moved on this PC.`,
    },
    noMove: {
      name: 'No PC change left',
      text: (allowed: number) =>
        `The codes above use all ${counted(allowed, 'PC change')} for these 12 months. Your contact can allow another one.`,
    },
    refused: {
      name: 'No licence',
      noSeat: { owner: 'All your seats are taken.', staff: 'All seats are taken.' },
      alone: 'Show this code',
    },
    unasked: { name: 'Not checked', text: (message: string) => `The licence details could not be loaded: ${message}` },
    unreadable: { name: 'Not readable' },
  },
  askAgain: 'Try again',
  issue: (count: number) => `Issue ${counted(count, 'licence')}`,
  fetch: (count: number) => `Get ${counted(count, 'licence')}`,
  clear: 'Start over',
  running: (done: number, total: number) => `Issuing ${done + 1} of ${total}`,
  stop: 'Stop',
  stopping: 'Stopping after this one',
  waits: (time: string) => `The portal is busy. Issuing continues automatically in ${time}.`,
  ended: {
    all: (count: number) => (count === 1 ? 'The licence is ready' : `All ${count} licences are ready`),
    some: (done: number, total: number) => `${done} of ${total} done`,
    stopped: 'You stopped. The remaining codes are listed below.',
    lost: (message: string) => `${message} Nothing is lost. Issue the remaining licences when you are ready.`,
    refused: 'Some codes did not get a licence. See the reasons in the table.',
  },
  result: {
    title: 'Download the licences',
    text: 'Copy each file to the PC in its name. Install the file in Basics under Licence, or run basics install with the file name.',
    zip: 'Download all as ZIP',
    packing: (done: number, total: number) => `File ${done} of ${total}`,
    saved: (name: string) => `Saved as ${name}`,
    failed: 'Download license error',
    retry: 'Try again',
    copy: 'Copy all licence codes',
  },
} as const;
