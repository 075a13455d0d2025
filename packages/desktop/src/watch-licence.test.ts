import { checkLicence, findNextChange } from '@basics/licensing/check-licence.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { samplePayload, testSigner } from '@basics/licensing/testing/samples.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from './tool.ts';
import { watchLicence } from './watch-licence.ts';

const { iat, exp, graceDays } = samplePayload;
const day = 86_400;
const firstDay = (Math.floor((exp - 43_201) / day) - 14) * day;
const reading = readLicence(writeLicenceFile(samplePayload, testSigner, nodePrimitives), [testSigner.publicKey], nodePrimitives); // oxfmt-ignore
if (!reading.ok) throw new Error(reading.refusal.code);
const licence = reading.value;

beforeEach(() => void vi.useFakeTimers({ now: iat * 1000 }));
afterEach(() => void vi.useRealTimers());

const now = (): number => Math.floor(Date.now() / 1000);

type Watch = { calls: [at: number, code: string][]; setCode: (code: Finding['code']) => void; stop: () => void };

/** Watches a licence whose code follows from its dates, or is another one, and records when what was called back. */
function startWatch(): Watch {
  const calls: Watch['calls'] = [];
  let otherCode: Finding['code'] | undefined;
  const { fingerprint } = licence.machine;
  const tool = { fingerprint, toolId: 7, toolVersion: { major: 1, minor: 0, patch: 0 } };
  const status = (): Finding => {
    const verdict = checkLicence(licence, { ...tool, now: now(), highWaterMark: 0, deniedIds: [], revokedLicenceIds: [] }); // oxfmt-ignore
    return { code: otherCode ?? verdict.code, allowed: verdict.allowed, licence, verdict };
  };
  const stop = watchLicence({ status, now }, 14, ({ code }) => calls.push([now(), code]));
  return { calls, setCode: (code) => void (otherCode = code), stop };
}

test('a tool is called back on the first day with 14 days left, at the expiry and at the end of the grace period, and only then (T1061)', () => {
  const { calls, stop } = startWatch();
  vi.advanceTimersByTime((exp + 20 * day - iat) * 1000);
  const expected = [[firstDay, 'VALID'], [exp, 'IN_GRACE'], [exp + graceDays * day, 'EXPIRED']]; // oxfmt-ignore
  expect(calls).toEqual(expected);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('a tool is called back at most ten minutes after the PC slept beyond the expiry, and after a change that no date announced (T1062)', () => {
  const { calls, setCode, stop } = startWatch();
  vi.setSystemTime((exp + day) * 1000); // Timers stand still meanwhile.
  vi.advanceTimersByTime(600_000);
  expect(calls).toEqual([[exp + day + 600, 'IN_GRACE']]);
  setCode('REVOKED');
  vi.advanceTimersByTime(600_000);
  expect(calls[1]).toEqual([exp + day + 1200, 'REVOKED']);
  stop();
  setCode('DENIED');
  vi.advanceTimersByTime(day * 1000);
  expect(calls).toHaveLength(2);
});

test('a licence without end has no next change', () => {
  expect(findNextChange({ expiresAt: 0xff_ff_ff_ff, graceDays: 14 }, 14, iat)).toBeUndefined();
});
