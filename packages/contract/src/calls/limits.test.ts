import { expect, test } from 'vitest';
import {
  apiBase,
  breakpoints,
  interfaceTimings,
  limits,
  portalVersion,
  storageKeys,
  userNameWidths,
} from './limits.ts';

test('the limits have the values of the specification (T020)', () => {
  expect(portalVersion).toBe('1.0.1');
  expect(apiBase).toBe('/core/api');
  expect(limits.page).toMatchObject({ requests: 20, users: 20, countrySalesmen: 20, crm: 10, releaseNotes: 100 });
  expect(limits.password).toMatchObject({ min: 8, max: 128 });
  expect(limits.session).toMatchObject({ hours: 8, warnMinutes: 5 });
  expect(breakpoints).toEqual({ sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400, xxxl: 1600 });
  expect(interfaceTimings).toEqual({ toastMs: 3500, resizeThrottleMs: 100 });
  expect(userNameWidths).toEqual({ mobile: 200, desktop: 190 });
  expect(storageKeys.token).toBe('token');
  expect(limits.licence).toMatchObject({
    codeAcceptedDays: 30,
    codeWarnedDays: 7,
    clockAheadSeconds: 600,
    renewalOpensDays: 30,
    moveWindowMonths: 12,
  });
});
