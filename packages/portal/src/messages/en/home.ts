import { counted } from '#portal/messages/times.ts';

/** What the start page says. */
export const home = {
  title: 'Home',
  greeting: (firstName: string) => (firstName === '' ? 'Welcome' : `Welcome, ${firstName}`),
  leadCustomer: 'Your licences at a glance, and the next one by its code.',
  leadStaff: 'What you can do here.',
  paste: {
    title: 'A licence for a PC',
    field: 'Verification code',
    hint: 'Basics shows it under Licence. You see what it brings before anything is issued.',
    go: 'Read the code',
    fromFile: 'I have a .bvr file',
    noCode: 'I have no code yet',
  },
  licenses: {
    title: 'Your licences',
    loading: 'Loading your licences',
    failed: 'Failed to fetch Licenses',
    all: 'All licences',
    active: (count: number) => counted(count, 'active licence'),
    endSoon: (count: number) => `${count} of them ${count === 1 ? 'ends' : 'end'} soon.`,
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
  links: {
    title: 'Go on to',
    verify: { title: 'Get a licence', text: 'Read a verification code back and issue its licence.' },
    account: { title: 'My Account', text: 'Your profile, and the licences issued to you.' },
    poc: { title: 'Proof of concept', text: 'Opens in a new tab.' },
  },
} as const;
