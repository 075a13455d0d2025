import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

/**
 * The CPU time in seconds of the test files that take much longer than the estimate for their kind. These times were measured on an idle
 * machine. Add each new slow test here, because `npm run check` uses these numbers to keep its time limit.
 * @type {Record<string, number>}
 */
export const slowTests = {
  'packages/portal/src/app/permissions.test.tsx': 24,
  'packages/portal/src/app/shell.test.tsx': 21,
  'packages/portal/src/app/routes/specified-routes.test.tsx': 12,
  'packages/server/src/access.api.test.ts': 12,
  'packages/server/src/app-fuzz.api.test.ts': 9,
  'packages/server/src/commands/keys/seal-keys.test.ts': 7,
  'packages/server/src/commands/keys/signing-keys.test.ts': 10,
  'packages/server/src/database/full-disk.api.test.ts': 11,
  'packages/server/src/database/migrate.test.ts': 9,
  'packages/server/src/demo/fill-demo.test.ts': 4,
  'packages/server/src/erased-person.api.test.ts': 12,
  'packages/server/src/features/companies/company-scope.api.test.ts': 30,
  'packages/server/src/features/license-admin/license-admin-scope.api.test.ts': 9,
  'packages/server/src/features/licenses/issue/issue-race.api.test.ts': 18,
  'packages/server/src/features/licenses/seats/seat-attack.api.test.ts': 11,
  'packages/server/src/features/licenses/contacts/send-license.api.test.ts': 11,
  'packages/server/src/features/licenses/issue/trial.api.test.ts': 11,
  'packages/server/src/features/session/sign-in/guessing.api.test.ts': 9,
  'packages/server/src/features/session/sign-in/known-devices.api.test.ts': 9,
  'packages/server/src/features/session/own-sessions.api.test.ts': 9,
  'packages/server/src/features/session/passwords/password.api.test.ts': 15,
  'packages/server/src/features/session/session.api.test.ts': 9,
  'packages/server/src/features/users/list/people-list.test.ts': 15,
  'packages/server/src/features/users/list/same-rows.api.test.ts': 15,
  'packages/server/src/features/users/write/write-users.api.test.ts': 26,
  'packages/server/src/mail/delivery/delivery.test.ts': 10,
  'packages/server/src/platform/api-docs/api-page.api.test.ts': 10,
  'packages/server/src/platform/csv/csv.test.ts': 9,
  'packages/server/src/platform/passwords/common-passwords.test.ts': 20,
  'packages/server/src/start-faults.test.ts': 23,
};

/** How many lines of a page test run in one second of CPU time. The estimated time of a page test grows with the length of its file. */
const linesPerSecond = 25;

/** Estimates the CPU time of a test file in seconds. @param {string} file path from the root */
export function estimateTestSeconds(file) {
  if (file in slowTests) return slowTests[file] ?? 0;
  const absolutePath = path.join(root, file);
  const text = existsSync(absolutePath) ? readFileSync(absolutePath, 'utf8') : '';
  if (file.endsWith('.tsx')) return Math.max(1, text.split('\n').length / linesPerSecond);
  // The tests directly in packages/server/src start processes of the portal.
  if (/^packages\/server\/src\/[^/]+\.test\.ts$/.test(file)) return 5;
  return /\.(api|matrix|fuzz)\.test\.ts$/.test(file) || text.includes('/testing/databases') ? 2.5 : 0.5;
}

/**
 * Estimates the CPU time in seconds before the first test of a group runs: for starting the browser and its server, or the databases of the
 * server.
 * @param {string} file path from the root
 */
export function estimateStartupCpu(file) {
  if (file.endsWith('.tsx')) return { group: 'browser', seconds: 8 };
  return file.startsWith('packages/server/') ? { group: 'server', seconds: 3 } : { group: 'values', seconds: 1 };
}
