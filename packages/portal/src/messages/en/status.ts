import type { JobName, JobState, StatusReport } from '@basics/contract/status/status.ts';
import { counted } from './counted.ts';

type TextsByKey<Key extends string> = Readonly<Record<Key, string>>;

const jobStates: TextsByKey<JobState> = {
  ok: 'Succeeded',
  new: 'Not run yet',
  running: 'Running',
  failed: 'Failed',
  overdue: 'Overdue',
};
const keyStates: TextsByKey<StatusReport['keys'][number]['status']> = {
  current: 'Signs licences',
  next: 'Signs next',
  retired: 'No longer signs',
  emergency: 'For an emergency kit',
  revoked: 'Revoked',
};
const jobNames: TextsByKey<JobName> = {
  'requests.expire': 'Expire old requests',
  'users.purgeUnverified': 'Delete unconfirmed requests',
  'users.erase': 'Erase deleted users',
  'mail.forget': 'Delete old e-mails',
  'licenses.remind': 'Reminders of expiring licences',
  'fleet.count': 'Count of versions in use',
  'companies.recover': 'Recoveries of companies',
  'integrations.orders': 'First and last days of orders',
  'integrations.remind': 'Reminders about keys of service accounts',
  'users.digest': 'Weekly digests for salesmen',
  'database.statistics': 'Database statistics',
  'database.backup': 'Backup',
  'search.indexes': 'Search indexes',
  'audit.seal': 'Seal the audit log',
  purgeExpired: 'Delete expired sessions',
};
const sectionNames = {
  backup: 'backups',
  mail: 'e-mails',
  disk: 'disks',
  clock: 'clock',
  database: 'database',
  jobs: 'jobs',
  portals: 'processes',
  keys: 'keys',
};
const disks: TextsByKey<StatusReport['disks'][number]['use']> = { data: 'Data folder', backups: 'Backup folder' };

const waiting = (count: number): string => `${counted(count, 'e-mail')} ${count === 1 ? 'is' : 'are'} waiting`;

/** Texts of the status page. */
export const status = {
  title: 'Status',
  failed: 'The status could not be loaded',
  loading: 'Loading the status',
  ok: 'All right',
  names: sectionNames,
  fine: (names: string) => `${names.charAt(0).toUpperCase()}${names.slice(1)}: all right`,
  never: 'Never',
  none: 'None',

  needs: {
    noServer: (count: number) =>
      `${waiting(count)}: no mail server is set. Set SMTP_URL and MAIL_FROM, then restart the portal.`,
    held: (count: number) => `${waiting(count)}: sending is paused. Resume it with portal mail release.`,
    mailFailed: (count: number) => `${counted(count, 'e-mail')} could not be sent.`,
  },
  backup: {
    title: 'Backups',
    last: 'Last backup',
    size: 'Size',
    file: 'File',
    proof: 'Last proven restore',
    job: 'Made by the portal',
    every: (interval: string, keep: number) => `Every ${interval}, ${counted(keep, 'backup')} kept`,
    missing: 'No backup',
    old: 'Too old',
    unproven: 'Restore not proven',
    next: 'No backups are made. Set BACKUP_EVERY=6h and restart the portal.',
  },
  mail: {
    title: 'E-mails',
    waiting: 'Waiting',
    failed: 'Failed',
    oldest: 'Oldest waiting',
    outbox: 'All e-mails',
    held: 'Held by an operator',
    noServer: 'No mail server',
    late: 'Waiting for over an hour',
    hasFailed: 'Some have failed',
  },
  disk: {
    title: 'Disks',
    uses: disks,
    free: (free: string, total: string, percent: number) => `${free} of ${total} free (${percent}%)`,
    low: 'Low space',
    full: 'Almost full',
    unknown: 'Unknown',
  },
  clock: {
    title: 'Clock',
    now: 'Time of the server',
    difference: 'Difference from the database',
    seconds: (count: number) => counted(count, 'second'),
    sameMachine: 'The database uses the same clock',
    doubtful: 'In doubt',
    next: 'Jobs are paused. Correct the clock of the server. If it is right, run portal clock accept.',
  },
  database: { title: 'Database', kind: 'Type', size: 'Size' },
  portals: {
    title: 'Processes',
    host: 'Machine',
    process: 'Process',
    version: 'Version',
    started: 'Started',
    state: 'Status',
    ready: 'Ready',
    starting: 'Starting',
    differ: 'Different versions',
    proxy: 'Proxy not trusted',
    proxyStep: (address: string) =>
      `Requests carry X-Forwarded headers from ${address}, which is not in TRUSTED_PROXIES. If this is the address of your proxy, add it: until then, limits for sign-in attempts apply to all people together.`,
    none: 'No process has reported in the last minute.',
  },
  keys: {
    title: 'Keys that sign licences',
    keyId: 'Key',
    state: 'Status',
    states: keyStates,
    created: 'Created',
    licenses: 'Valid licences',
    here: 'Private key on this machine',
    yes: 'Yes',
    no: 'No',
    missing: 'Current key is missing',
    none: 'There is no key.',
  },
  jobs: {
    title: 'Jobs',
    name: 'Job',
    state: 'Status',
    states: jobStates,
    succeeded: 'Last success',
    failedAt: 'Last failure',
    next: 'Next run',
    problems: 'Some need attention',
    none: 'No job has run yet.',
    fine: (count: number) => `${counted(count, 'job')} without a problem`,
    names: jobNames,
  },
} as const;
