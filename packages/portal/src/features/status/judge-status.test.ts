import type { StatusReport } from '@basics/contract/status/status.ts';
import { expect, test } from 'vitest';
import { statusReport as fine } from '#portal/testing/records/status.ts';
import * as judge from './judge-status.ts';
import type { Verdict } from './judge-status.ts';

const { backup, mail, clock } = fine;
const dailyJob = { everyMs: 86_400_000, keep: 1 };
const fileName = 'portal.db';
const createBackupAt = (at: string, job = backup.job) => ({
  backup: { ...backup, job, last: { at, file: fileName, bytes: 1 } },
});
const [job, portal, key] = [fine.jobs[0], fine.portals[0], fine.keys[0]];
const createDisk = (free: number) => ({ disks: [{ use: 'data' as const, free, total: 10_000_000_000 }] });
const clockDoubt = { kind: 'forwards', from: fine.at, to: fine.at } as const;

const judgementCases: [judge: (report: StatusReport) => Verdict, change: Partial<StatusReport>, words: string][] = [
  [judge.judgeBackup, {}, 'All right'],
  [judge.judgeBackup, { backup: { ...backup, last: null } }, 'No backup'],
  [judge.judgeBackup, createBackupAt('2027-03-14T00:00:00.000Z'), 'All right'],
  [judge.judgeBackup, createBackupAt('2027-03-13T23:59:59.000Z'), 'Too old'],
  [judge.judgeBackup, createBackupAt('2027-03-12T12:00:00.000Z', dailyJob), 'All right'],
  [judge.judgeBackup, createBackupAt('2027-03-13T10:00:00.000Z', null), 'All right'],
  [judge.judgeBackup, createBackupAt('2027-03-13T09:59:59.000Z', null), 'Too old'],
  [judge.judgeBackup, { backup: { ...backup, proof: null } }, 'Restore not proven'],
  [
    judge.judgeBackup,
    { backup: { ...backup, proof: { at: '2027-02-11T11:59:59.000Z', file: fileName } } },
    'Restore not proven',
  ],
  [judge.judgeMail, {}, 'All right'],
  [judge.judgeMail, { mail: { ...mail, failed: 1 } }, 'Some have failed'],
  [judge.judgeMail, { mail: { ...mail, delivers: false } }, 'No mail server'],
  [judge.judgeMail, { mail: { ...mail, held: true, failed: 1 } }, 'Held by an operator'],
  [judge.judgeMail, { mail: { ...mail, oldestWaitingAt: '2027-03-14T10:59:59.000Z' } }, 'Waiting for over an hour'],
  [judge.judgeDisks, createDisk(1_000_000_000), 'All right'],
  [judge.judgeDisks, createDisk(999_999_999), 'Low space'],
  [judge.judgeDisks, createDisk(249_999_999), 'Almost full'],
  [judge.judgeDisks, { disks: [] }, 'Unknown'],
  [judge.judgeClock, {}, 'All right'],
  [judge.judgeClock, { clock: { ...clock, doubt: clockDoubt } }, 'In doubt'],
  [judge.judgePortals, {}, 'All right'],
  [judge.judgePortals, portal ? { portals: [portal, { ...portal, version: '1.0.2' }] } : {}, 'Different versions'],
  [judge.judgePortals, { ignoredProxy: '10.0.0.7' }, 'Proxy not trusted'],
  [judge.judgeKeys, {}, 'All right'],
  [judge.judgeKeys, key ? { keys: [{ ...key, here: false }] } : {}, 'Current key is missing'],
  [judge.judgeKeys, key ? { keys: [key, { ...key, status: 'retired', here: false }] } : {}, 'All right'],
  [judge.judgeJobs, {}, 'All right'],
  [judge.judgeJobs, job ? { jobs: [{ ...job, state: 'running' }] } : {}, 'All right'],
  [judge.judgeJobs, job ? { jobs: [job, { ...job, state: 'failed' }] } : {}, 'Some need attention'],
  [judge.judgeJobs, job ? { jobs: [{ ...job, state: 'overdue' }] } : {}, 'Some need attention'],
];

test.each(judgementCases)(
  'the function %o judges the status with the values %o as "%s"',
  (verdictOf, change, expectedWords) => {
    expect(verdictOf({ ...fine, ...change }).text).toBe(expectedWords);
  },
);
