import { facts, createTokenLink, type LetterContent, type LetterOf, type TwoStepChange } from '../letter.ts';
import { toPlainLine, formatDay, formatMoment } from '#server/platform/texts/formats.ts';

export const passwordReset = (letter: LetterOf<'passwordReset'>): LetterContent => ({
  subject: 'Set a new password',
  blocks: [
    letter.sentBy === 'staff'
      ? 'Our staff send you this link. Nobody but you gets it.'
      : 'You, or someone using your address, asked for a new password.',
    createTokenLink(letter, 'Set a new password'),
    {
      is: 'note',
      text: `The link works once, until ${formatMoment(letter.validUntil)}. ${letter.sentBy === 'staff' ? 'If you do not need it' : 'If it was not you'}, ignore this e-mail. Your password stays as it is.`,
    },
  ],
});

export const passwordChanged = ({ at }: LetterOf<'passwordChanged'>): LetterContent => ({
  subject: 'Your password was changed',
  blocks: [
    `This was on ${formatMoment(at)}. All other devices were signed out.`,
    'If it was not you, set a new password now, and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const calendarCreated = ({ at }: LetterOf<'calendarCreated'>): LetterContent => ({
  subject: 'Your calendar has a new address',
  blocks: [
    `Created on ${formatMoment(at)}. Everyone who knows this address can see when your licences expire. It ends when your password changes.`,
    'If it was not you, set a new password now, and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const secondContactSet = ({ address, at }: LetterOf<'secondContactSet'>): LetterContent => ({
  subject: 'Your second contact was changed',
  blocks: [
    address === null
      ? `On ${formatMoment(at)} our staff removed the second contact. Reminders now go only to you.`
      : `On ${formatMoment(at)} our staff entered ${toPlainLine(address)}. This address also gets the reminders before a licence expires, with the names of your PCs.`,
    'Not right? Change it in My Account, or write to us.',
    { is: 'link', label: 'Open My Account', path: '/account' },
  ],
});

const twoStepChanges: Record<TwoStepChange, { subject: string; text: string }> = {
  on: { subject: 'Two-step sign-in is on', text: 'Two-step sign-in was turned on for your account' },
  off: { subject: 'Two-step sign-in is off', text: 'Two-step sign-in was turned off for your account' },
  offByStaff: {
    subject: 'Two-step sign-in is off',
    text: 'Our staff turned off two-step sign-in for your account, and ended your sessions,',
  },
  appRemoved: {
    subject: 'An authenticator app was removed',
    text: 'An authenticator app was removed from your account',
  },
  passkeyAdded: { subject: 'A passkey was added', text: 'A passkey was added to your account' },
  passkeyRemoved: { subject: 'A passkey was removed', text: 'A passkey was removed from your account' },
  newRecoveryCodes: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes replaced the old ones for your account',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    text: 'A recovery code was used to sign in to your account',
  },
};

export const twoStepChanged = ({ change, at }: LetterOf<'twoStepChanged'>): LetterContent => ({
  subject: twoStepChanges[change].subject,
  blocks: [
    `${twoStepChanges[change].text} on ${formatMoment(at)}.`,
    'If it was not you, set a new password now, and write to us.',
    { is: 'link', label: 'See my account', path: '/account' },
  ],
});

export const passwordSprayed = ({ accounts, network, at }: LetterOf<'passwordSprayed'>): LetterContent => ({
  subject: `One password was tried on ${accounts} accounts`,
  blocks: [
    `This happened within an hour, and the password was wrong. Further attempts with it are slowed down. Nobody is locked out.`,
    facts(['Last attempt', formatMoment(at)], ['From the network', network]),
    'If this continues, block the network at your firewall, and require two-step sign-in (REQUIRE_SECOND_FACTOR).',
  ],
});

export const accountSuspended = (): LetterContent => ({
  subject: 'Your account is suspended',
  blocks: [
    'You cannot sign in or get licences for now.',
    'Installed licences keep working until they expire. If this is a mistake, write to us.',
  ],
});

export const accountReinstated = (): LetterContent => ({
  subject: 'Your account is active again',
  blocks: ['You can sign in as before.', { is: 'link', label: 'Sign in', path: '/sign-in' }],
});

export const accountRestored = ({ needsPassword, at }: LetterOf<'accountRestored'>): LetterContent => ({
  subject: 'Your deleted account was restored',
  blocks: [
    `Our staff restored it on ${formatMoment(at)}.`,
    ...(needsPassword
      ? ([
          'Your former password no longer works. Set a new one to sign in.',
          { is: 'link', label: 'Set a new password', path: '/password/forgot' },
        ] as const)
      : []),
    { is: 'note', text: 'If you did not expect this, write to us.' },
  ],
});

export const staffRestored = ({ account, by, at }: LetterOf<'staffRestored'>): LetterContent => ({
  subject: 'A deleted staff account was restored',
  blocks: [
    'It was restored without its password.',
    facts(['Account', toPlainLine(account.name)], ['Restored by', toPlainLine(by.name)], ['Time', formatMoment(at)]),
    'If this is wrong, delete the account again.',
    { is: 'link', label: 'Open the account', path: `/users/${account.userId}/edit` },
  ],
});

const assignmentSubjects: Record<LetterOf<'assignmentChanged'>['change'], string> = {
  created: 'A salesman has given an assignment to another salesman',
  changed: 'A salesman has changed an assignment',
  deleted: 'A salesman has deleted an assignment',
};

export const assignmentChanged = (letter: LetterOf<'assignmentChanged'>): LetterContent => ({
  subject: assignmentSubjects[letter.change],
  blocks: [
    'Assignments decide which salesman sees the customers and requests of a country and brand.',
    facts(
      ['Country and brand', `${letter.country}, ${toPlainLine(letter.brand)}`],
      ['Salesman', toPlainLine(letter.salesman.name)],
      ['Changed by', toPlainLine(letter.by.name)],
      ['Time', formatMoment(letter.at)],
    ),
    'If this is wrong, write to the person who made the change, or ask an administrator.',
    { is: 'link', label: 'Open the assignments', path: '/country-salesman' },
  ],
});

export const accountsJoined = ({ login, endedLogin, pcs }: LetterOf<'accountsJoined'>): LetterContent => ({
  subject: 'Your two accounts are one now',
  blocks: [
    `Sign in with ${toPlainLine(login)} from now on. ${toPlainLine(endedLogin)} and its password no longer work.`,
    `All licences stay valid. PCs that came from the other account: ${pcs}.`,
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'note', text: 'If one of these accounts is not yours, write to us.' },
  ],
});

export function absenceChanged(letter: LetterOf<'absenceChanged'>): LetterContent {
  const [salesman, deputy] = [toPlainLine(letter.salesman.name), toPlainLine(letter.deputy.name)];
  const [firstDay, lastDay] = [formatDay(Date.parse(letter.from)), formatDay(Date.parse(letter.until))];
  const isNamed = letter.change === 'named';
  return {
    subject: isNamed
      ? `${deputy} is named as the deputy of ${salesman}`
      : `${deputy} is no longer the deputy of ${salesman}`,
    blocks: [
      isNamed
        ? `From ${firstDay} through ${lastDay}, ${deputy} is the deputy of ${salesman}. On these days the deputy sees the customers and requests of ${salesman}, and gets the e-mails about them.`
        : `${deputy} was named as the deputy of ${salesman} from ${firstDay} through ${lastDay}. This has ended now.`,
      { is: 'link', label: 'See my account', path: '/account' },
      { is: 'note', text: 'If you did not expect this, write to us.' },
    ],
  };
}

export const accountOutOfScope = ({ account, by }: LetterOf<'accountOutOfScope'>): LetterContent => ({
  subject: 'A salesman wanted to create an account that exists',
  blocks: [
    'A salesman wanted to create an account for an address that has one already. The salesman does not look after this account, and was only told that it cannot be created.',
    facts(['Account', toPlainLine(account.name)], ['Salesman', toPlainLine(by.name)]),
    'If the salesman is responsible for the account, change its country or brand, or the countries of the salesman.',
    { is: 'link', label: 'Open the account', path: `/users/${account.userId}/edit` },
  ],
});

export const confirmLogin = (letter: LetterOf<'confirmLogin'>): LetterContent => ({
  subject: 'Confirm your new login',
  blocks: [
    'You asked to sign in with this address from now on.',
    createTokenLink(letter, 'Confirm new login'),
    {
      is: 'note',
      text: `The link works once, until ${formatMoment(letter.validUntil)}. Until you confirm, sign in with the old login. If you did not expect this, ignore this e-mail.`,
    },
  ],
});

export const loginInUse = (): LetterContent => ({
  subject: 'Your address was entered for another account',
  blocks: [
    'You, or someone using your address, wanted it as the login of another account. You already have an account with this address, so nothing was changed.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'note', text: 'If it was not you, ignore this e-mail.' },
  ],
});

export const loginChangeAsked = ({ at }: LetterOf<'loginChangeAsked'>): LetterContent => ({
  subject: 'A new login was requested for your account',
  blocks: [
    `On ${formatMoment(at)} someone asked to sign in with another address instead of this one. The login changes when that address is confirmed.`,
    'If it was not you, set a new password now. This cancels the change.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const loginChanged = ({ at }: LetterOf<'loginChanged'>): LetterContent => ({
  subject: 'The login of your account was changed',
  blocks: [
    `On ${formatMoment(at)} it was changed to another address. You can no longer sign in with this one, and all devices were signed out.`,
    'If it was not you, write to us now.',
  ],
});
