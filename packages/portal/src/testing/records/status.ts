import { status, type StatusReport } from '@basics/contract/status/status.ts';
import type { FakeServer } from '../fake-server.ts';
import { answerPolicies } from './catalogue.ts';

/** The status of a portal without any fault, at noon. */
export const statusReport: StatusReport = {
  at: '2027-03-14T12:00:00.000Z',
  portals: [{ version: '1.0.1', host: 'portal-1', pid: 4711, startedAt: '2027-03-14T08:00:00.000Z', ready: true }],
  jobs: [
    {
      name: 'licenses.remind',
      state: 'ok',
      succeededAt: '2027-03-14T11:30:00.000Z',
      failedAt: null,
      nextRunAt: '2027-03-14T12:30:00.000Z',
    },
  ],
  mail: { delivers: true, held: false, waiting: 2, failed: 0, oldestWaitingAt: '2027-03-14T11:58:00.000Z' },
  disks: [{ use: 'data', free: 40_000_000_000, total: 100_000_000_000 }],
  keys: [
    {
      keyId: '56475aa75463474c',
      status: 'current',
      createdAt: '2027-01-01T00:00:00.000Z',
      revokedAt: null,
      licenses: 1204,
      here: true,
    },
  ],
  clock: { doubt: null, differenceMs: 2000 },
  backup: {
    job: { everyMs: 21_600_000, keep: 28 },
    last: { at: '2027-03-14T09:00:00.000Z', file: '/backups/portal-2027-03-14T09-00-00-000Z.db', bytes: 123_456_789 },
    proof: { at: '2027-03-14T09:01:00.000Z', file: '/backups/portal-2027-03-14T09-00-00-000Z.db' },
  },
  database: { kind: 'PostgreSQL', version: '18.1', bytes: 2_500_000_000 },
  ignoredProxy: null,
};

/** Answers the calls of the first page of Settings and of the menu beside it. */
export function answerSettings(server: FakeServer, report = statusReport): void {
  server.answer(status.get, () => report);
  answerPolicies(server);
}
