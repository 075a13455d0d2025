import { counted } from './counted.ts';

/** What the start page says. */
export const home = {
  title: 'Home',
  greeting: (firstName: string) => (firstName === '' ? 'Welcome' : `Welcome, ${firstName}`),
  leadCustomer: 'Your licences at a glance, and the next one by its code.',
  leadStaff: 'What waits, what ends soon, and the next licence by its code.',
  paste: {
    title: 'Get a licence',
    field: 'Verification code',
    hint: 'Basics shows it under Licence. You see what it brings before anything is issued.',
    go: 'Read the code',
    otherwise: 'No code yet, or a .bvr file?',
  },
  licenses: {
    title: 'Your licences',
    loading: 'Loading your licences',
    failed: 'Failed to fetch Licenses',
    all: 'All licences',
    active: (count: number) => counted(count, 'active licence'),
    endSoon: (count: number, of: number) => {
      if (of === 1) return 'It ends soon.';
      return `${count} of them ${count === 1 ? 'ends' : 'end'} soon.`;
    },
    renew:
      'To renew one, make a new code in Basics on that PC and paste it here. What is left of the old term is not lost.',
    expires: (fromNow: string) => `expires ${fromNow}`,
    noneActive: {
      title: 'No active licence',
      text: 'Make a new code in Basics on the PC that needs one, and paste it here.',
    },
    none: {
      title: 'No licences yet',
      text: 'Copy the verification code of the PC from Basics, and paste it here: its licence follows at once.',
    },
    unnamed: 'PC without a name',
  },
  figures: {
    loading: 'Counting what waits',
    failed: 'The figures could not be fetched',
    ages: {
      between: (span: string) => `${span} days`,
      atLeast: (days: number) => `${days} days or more`,
    },
    requests: {
      title: 'Requests by age',
      all: 'All requests',
      total: (count: number) => counted(count, 'open request'),
      none: 'No request waits for an answer.',
      head: { span: 'Age', count: 'Requests' },
    },
    licenses: {
      title: 'Licences by month of expiry',
      all: 'All licences in force',
      total: (count: number) => `${counted(count, 'licence')} ${count === 1 ? 'ends' : 'end'} within twelve months`,
      none: 'No licence ends within twelve months.',
      head: { span: 'Month', count: 'Licences' },
    },
    neverActivated: {
      title: 'Accounts never activated',
      all: 'All of them',
      total: (count: number) => `${counted(count, 'account')} without a password yet`,
      none: 'Everybody who was let in has set a password.',
      head: { span: 'Since the approval', count: 'Accounts' },
    },
  },
  links: {
    title: 'Go on to',
    verify: { title: 'Get a licence', text: 'Read a verification code back and issue its licence.' },
    account: { title: 'My Account', text: 'Your profile, and the licences issued to you.' },
    poc: { title: 'Proof of concept', text: 'Opens in a new tab.' },
  },
} as const;
