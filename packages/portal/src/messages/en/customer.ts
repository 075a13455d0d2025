import { formatNumber } from '#portal/messages/formats.ts';
import type { CompanyTimelineAction, TimelineAction } from '@basics/contract/users/timeline.ts';
import type { HelpState } from '@basics/contract/help-requests/help-requests.ts';
import type { Letter } from '@basics/contract/mail/mail.ts';

const helpRequestTitles: Record<HelpState, string> = {
  open: 'Asked for help again',
  replied: 'Help request answered',
  granted: 'Help request answered with a tool',
  licensed: 'Help request answered with a licence',
  withdrawn: 'Help request withdrawn',
};

const letterStates: Record<Letter['state'], string> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  sent: 'sent',
  failed: 'could not be sent',
};

const changeTitles: Record<TimelineAction, string> = {
  'license.return': 'Licence given back',
  'machine.liftLost': 'PC removed from the list of lost PCs',
  'machine.release': 'PC removed',
  'machine.reportLost': 'PC reported as lost',
  'user.endPermission': 'Permission ended',
  'user.grantPermission': 'Permission given',
  'user.invite': 'Invited again',
  'user.join': 'Another account joined into this one',
  'user.reminderContact': 'Second contact for reminders changed',
  'user.undo': 'Change undone',
  'user.update': 'Account changed',
  'user.withdrawInvitation': 'Invitation withdrawn',
};

const companyChangeTitles: Record<CompanyTimelineAction, string> = {
  'company.acceptAgent': 'Agent accepted',
  'company.create': 'Company created',
  'company.endAgent': 'Agent ended',
  'company.invite': 'Invitation sent',
  'company.join': 'People joined',
  'company.leave': 'A person left',
  'company.movePcs': 'PCs of the stock moved',
  'company.proposeAgent': 'Agent proposed',
  'company.recover': 'Recovery started',
  'company.setRole': 'Role of a person changed',
  'company.setSeats': 'Seats changed',
  'company.stopRecovery': 'Recovery stopped',
  'company.update': 'Details changed',
};

/** Texts of the page of one customer, and of the timeline of a company. */
export const customer = {
  about: 'Contact and tools',
  whoChanged: (field: string) => `Who changed “${field}”?`,
  login: 'Login/Email',
  phone: 'Phone',
  company: 'Company',
  profile: 'Profile',
  country: 'Country',
  mail: 'Reminders and news',
  mailYes: 'By e-mail',
  mailNo: 'No e-mails. Reminders go to the salesman.',
  crm: 'CRM account',
  none: '–',
  /** The proposals that a user belongs to a company, on the pages of both. Staff confirm each one. */
  joining: {
    join: (company: string) => `Join ${company}?`,
    joined: (company: string) => `The user belongs to ${company} now`,
    title: 'Belong here too?',
    add: 'Add',
    added: (user: string) => `${user} belongs to this company now`,
    by: { name: 'The same company text', domain: 'The same e-mail domain' },
  },
  tools: 'Tools',
  noTools: 'No tools. No licence can be issued.',
  from: (day: string) => `from ${day}`,
  until: (day: string) => `until ${day}`,
  ended: (day: string) => `ended on ${day}`,
  always: 'no time limit',
  timeline: {
    title: 'Timeline',
    loading: 'Loading the timeline',
    failed: 'Failed to fetch the timeline',
    none: 'Nothing has happened yet.',
    showAll: 'Show all',
    newestOnly: (count: number) => `Only the newest ${count} entries are shown.`,
    by: (who: string, when: string) => `${who}, ${when}`,
    issued: (pc: string) => `Licence issued for ${pc}`,
    renewed: (pc: string) => `Licence renewed for ${pc}`,
    issuedMany: (count: number) => `${formatNumber(count)} licences issued`,
    renewedMany: (count: number) => `${formatNumber(count)} licences renewed`,
    licences: (count: number) => `${formatNumber(count)} licences issued or renewed`,
    fromTo: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    validUntil: (day: string) => `Valid until ${day}`,
    packSent: (pc: string, to: string | null) =>
      `Renewal pack with the licence file of ${pc} prepared for ${to ?? 'a colleague'}`,
    revoked: (pc: string) => `Licence revoked for ${pc}`,
    asked: (pc: string) => `Asked for help with ${pc}`,
    changes: changeTitles,
    companyChanges: companyChangeTitles,
    seatsBought: (before: number | null, after: number | null) =>
      `${before ?? 'no number of'} to ${after ?? 'no number of'} seats bought`,
    ofMachine: (change: string, pc: string) => `${change}: ${pc}`,
    letter: (subject: string) => `E-mail: ${subject}`,
    unnamed: 'an unnamed PC',
    answers: helpRequestTitles,
    letters: letterStates,
    /** An e-mail of the timeline that is opened in place. */
    mail: {
      show: 'Show e-mail',
      hide: 'Hide e-mail',
      to: (address: string) => `To ${address}`,
      sendAgain: 'Send again',
      queued: 'The e-mail is in the outbox again',
      failed: 'E-mail error',
      loading: 'Loading the e-mail',
    },
  },
} as const;
