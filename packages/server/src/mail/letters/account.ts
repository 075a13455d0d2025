import { facts, createTokenLink, type LetterContent, type LetterOf, type TwoStepChange } from '../letter.ts';
import { toPlainLine, formatDay, formatMoment } from '#server/platform/texts/formats.ts';

export const passwordReset = (letter: LetterOf<'passwordReset'>): LetterContent => ({
  subject: 'Set a new password',
  blocks: [
    letter.sentBy === 'staff'
      ? 'We send you this link so that you can set a new password. Nobody but you gets it.'
      : 'Someone, probably you, asked to reset the password of your account.',
    createTokenLink(letter, 'Set a new password'),
    {
      is: 'note',
      text: `The link can be used once, until ${formatMoment(letter.validUntil)}. ${letter.sentBy === 'staff' ? 'If you do not need it' : 'If it was not you'}, ignore this e-mail. Your password does not change.`,
    },
  ],
});

export const passwordChanged = ({ at }: LetterOf<'passwordChanged'>): LetterContent => ({
  subject: 'Your password was changed',
  blocks: [
    `The password of your account was changed on ${formatMoment(at)}. Your other sessions have ended.`,
    'If it was not you, set a new password immediately and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const calendarCreated = ({ at }: LetterOf<'calendarCreated'>): LetterContent => ({
  subject: 'Your calendar has a new address',
  blocks: [
    `An address for the calendar of your licences was created on ${formatMoment(at)}. Everybody who knows the address can read the days on which your licences expire. The address ends when your password changes.`,
    'If it was not you, set a new password immediately and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const secondContactSet = ({ address, at }: LetterOf<'secondContactSet'>): LetterContent => ({
  subject: 'The second contact of your account was changed',
  blocks: [
    address === null
      ? `On ${formatMoment(at)} staff removed the second contact of your account. Reminders go only to you.`
      : `On ${formatMoment(at)} staff entered ${toPlainLine(address)} as the second contact of your account. This address also gets the reminders before a licence expires, with the names of your PCs.`,
    'If this is not right, change the second contact under My Account, or write to us.',
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
    'If it was not you, set a new password immediately and write to us.',
    { is: 'link', label: 'See my account', path: '/account' },
  ],
});

export const passwordSprayed = ({ accounts, network, at }: LetterOf<'passwordSprayed'>): LetterContent => ({
  subject: `One password was tried on ${accounts} accounts`,
  blocks: [
    `Within an hour, somebody tried one wrong password on ${accounts} accounts. Further attempts with this password are slowed down. Nobody is locked out.`,
    facts(['Last attempt', formatMoment(at)], ['From the network', network]),
    'If this continues, block the network at your firewall, and require two-step sign-in (REQUIRE_SECOND_FACTOR).',
  ],
});

export const accountSuspended = (): LetterContent => ({
  subject: 'Your account is suspended',
  blocks: [
    'Your account was suspended. You cannot sign in or get licences until it is reinstated.',
    'Licences that you have installed keep working until they expire. If you think this is a mistake, write to us.',
  ],
});

export const accountReinstated = (): LetterContent => ({
  subject: 'Your account is active again',
  blocks: [
    'Your account was reinstated. You can sign in as before.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
  ],
});

export const accountRestored = ({ needsPassword, at }: LetterOf<'accountRestored'>): LetterContent => ({
  subject: 'Your deleted account was restored',
  blocks: [
    `Your account was deleted. Our staff restored it on ${formatMoment(at)}.`,
    ...(needsPassword
      ? ([
          'The former password does not work any more. Set a new one before you sign in.',
          { is: 'link', label: 'Set a new password', path: '/password/forgot' },
        ] as const)
      : []),
    { is: 'note', text: 'If you did not expect this, write to the address below.' },
  ],
});

export const staffRestored = ({ account, by, at }: LetterOf<'staffRestored'>): LetterContent => ({
  subject: 'A deleted staff account was restored',
  blocks: [
    'The deleted account of a member of staff was restored, without its password.',
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
    `We joined your account ${toPlainLine(endedLogin)} into your account ${toPlainLine(login)}. Sign in with ${toPlainLine(login)} from now on; ${toPlainLine(endedLogin)} and its password no longer work.`,
    `All licences stay valid. PCs that came from the other account: ${pcs}.`,
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'note', text: 'If one of these accounts is not yours, write to the address below.' },
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
      { is: 'note', text: 'If you did not expect this, write to the address below.' },
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
    'This address is to become the login of your account. Confirm it to make the change.',
    createTokenLink(letter, 'Confirm new login'),
    {
      is: 'note',
      text: `The link can be used once, until ${formatMoment(letter.validUntil)}. Until then you sign in with the old login. If you did not expect this, ignore this e-mail.`,
    },
  ],
});

export const loginInUse = (): LetterContent => ({
  subject: 'Your address was entered for another account',
  blocks: [
    'Someone, probably you, wanted to use this address as the login of another account. You already have an account with it, so nothing was changed.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'note', text: 'If it was not you, ignore this e-mail.' },
  ],
});

export const loginChangeAsked = ({ at }: LetterOf<'loginChangeAsked'>): LetterContent => ({
  subject: 'A new login was requested for your account',
  blocks: [
    `On ${formatMoment(at)} someone asked to change the login of your account to another address. It changes when that address is confirmed.`,
    'If you did not expect this, set a new password immediately, which cancels the change, and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const loginChanged = ({ at }: LetterOf<'loginChanged'>): LetterContent => ({
  subject: 'The login of your account was changed',
  blocks: [
    `On ${formatMoment(at)} the login of your account was changed to another address. You can no longer sign in with this address. All sessions have ended.`,
    'If you did not expect this, write to us immediately.',
  ],
});
