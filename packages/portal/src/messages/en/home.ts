import { counted } from './counted.ts';

const describeJump = (expected: string, shown: string) => `The clock showed ${shown} when ${expected} was expected.`;
const correctOrAcceptHint =
  'Jobs that expire, delete or write to people are paused. Correct the clock, or run portal clock accept if it is right now.';

/** Texts of the home page. */
export const home = {
  title: 'Home',
  greeting: (firstName: string) => (firstName === '' ? 'Welcome' : `Welcome, ${firstName}`),
  paste: {
    title: 'Get a licence',
    field: 'Verification code',
    hint: 'In Basics, open Licence and copy the code. You can also paste the whole e-mail.',
    hintForAgents: 'The code of one of your own PCs. For a PC of a customer, press Issue.',
    go: 'Check code',
    noCode: 'No code yet?',
  },
  clock: {
    title: {
      forwards: 'The clock of the server jumped forwards',
      backwards: 'The clock of the server jumped backwards',
      database: 'The clocks of the server and of the database differ',
    },
    times: {
      forwards: describeJump,
      backwards: describeJump,
      database: (databaseTime: string, serverTime: string) =>
        `The clock of the database shows ${databaseTime}, the clock of the server ${serverTime}.`,
    },
    next: {
      forwards: correctOrAcceptHint,
      backwards: correctOrAcceptHint,
      database:
        'Jobs that expire, delete or write to people are paused until both clocks agree. Correct the wrong one.',
    },
  },
  spraying: {
    title: 'Someone is trying passwords on many accounts',
    count: (passwords: number, latest: string) =>
      `In the last seven days, ${counted(passwords, 'password')} ${passwords === 1 ? 'was' : 'were'} tried at ten accounts or more each, last at ${latest}. Further attempts with such a password have to wait.`,
    show: 'Show in the audit log',
  },
  figures: {
    loading: 'Loading the figures',
    failed: 'The figures could not be loaded',
    ages: {
      between: (span: string) => `${span} days`,
      atLeast: (days: number) => `${days} days or more`,
    },
    requests: {
      title: 'Requests by age',
      all: 'All requests',
      total: (count: number) => counted(count, 'open request'),
      none: 'No open requests.',
      head: { span: 'Age', count: 'Requests' },
    },
    licenses: {
      title: 'Licences by month of expiry',
      all: 'All active licences',
      total: (count: number) => `${counted(count, 'licence')} ${count === 1 ? 'expires' : 'expire'} within 12 months`,
      none: 'No licence expires within 12 months.',
      head: { span: 'Month', count: 'Licences' },
    },
    neverActivated: {
      title: 'Invitations not used',
      all: 'All accounts',
      total: (count: number) => `${counted(count, 'account')} without a password`,
      none: 'All approved users have set a password.',
      head: { span: 'Time since approval', count: 'Accounts' },
    },
  },
} as const;
