import { expect, test } from 'vitest';
import { forbidden } from '../.dependency-cruiser.mjs';
import { root } from '../scripts/root.mjs';
import { runDependencyCruiser, createPlantedRepository } from './cruise-files.ts';
import { listFiles } from './files.ts';

/** For each rule about imports, a file and an import in it that the rule forbids. */
const faults: Record<string, [file: string, imports: string]> = {
  'contract-imports-only-zod': ['packages/contract/src/users/users.ts', 'react'],
  'licensing-imports-nothing': ['packages/licensing/src/licence.ts', 'node:crypto'],
  'portal-not-to-server': ['packages/portal/src/main.tsx', '@basics/server/app.ts'],
  'server-not-to-portal': ['packages/server/src/main.ts', '@basics/portal/main.tsx'],
  'desktop-imports-only-licensing': ['packages/desktop/src/tool.ts', '@basics/contract/calls/limits.ts'],
  'only-app-imports-routes': ['packages/server/src/start.ts', '#server/features/users/users.routes.ts'],
  'features-not-to-http': ['packages/server/src/features/users/user.ts', 'fastify'],
  'only-repositories-import-kysely': ['packages/server/src/features/users/users.service.ts', 'kysely'],
  'repositories-not-to-services': ['packages/server/src/features/brands/brands.repository.ts', './brands.service.ts'],
  'server-layers-not-to-features': [
    'packages/server/src/platform/clock/clock.ts',
    '#server/features/users/users.repository.ts',
  ],
  'database-not-to-other-layers': ['packages/server/src/database/database.ts', '#server/platform/http/mount.ts'],
  'server-feature-not-to-feature': [
    'packages/server/src/features/policies/policy.ts',
    '#server/features/brands/themes.ts',
  ],
  'companies-allowed-imports': ['packages/server/src/features/companies/seat.ts', '#server/features/brands/themes.ts'],
  'integrations-allowed-imports': [
    'packages/server/src/features/integrations/key.ts',
    '#server/features/brands/themes.ts',
  ],
  'users-allowed-imports': [
    'packages/server/src/features/users/scope.repository.ts',
    '#server/features/brands/themes.ts',
  ],
  'fleet-allowed-imports': ['packages/server/src/features/fleet/count.ts', '#server/features/brands/themes.ts'],
  'help-requests-allowed-imports': [
    'packages/server/src/features/help-requests/help-request.ts',
    '#server/features/brands/themes.ts',
  ],
  'licenses-allowed-imports': ['packages/server/src/features/licenses/license.ts', '#server/features/brands/themes.ts'],
  'license-admin-allowed-imports': [
    'packages/server/src/features/license-admin/tool-usage.ts',
    '#server/features/brands/themes.ts',
  ],
  'country-salesmen-allowed-imports': [
    'packages/server/src/features/country-salesmen/coverage.ts',
    '#server/features/brands/themes.ts',
  ],
  'mail-allowed-imports': ['packages/server/src/features/mail/letter-of.ts', '#server/features/brands/themes.ts'],
  'registration-allowed-imports': [
    'packages/server/src/features/registration/register.ts',
    '#server/features/brands/themes.ts',
  ],
  'requests-allowed-imports': ['packages/server/src/features/requests/request.ts', '#server/features/brands/themes.ts'],
  'second-factor-allowed-imports': [
    'packages/server/src/features/second-factor/totp.ts',
    '#server/features/brands/themes.ts',
  ],
  'mass-acts-allowed-imports': [
    'packages/server/src/features/mass-acts/run-one.ts',
    '#server/features/brands/themes.ts',
  ],
  'undo-allowed-imports': ['packages/server/src/features/undo/undo-one.ts', '#server/features/brands/themes.ts'],
  'home-allowed-imports': ['packages/server/src/features/home/figure.ts', '#server/features/brands/themes.ts'],
  'imports-allowed-imports': ['packages/server/src/features/imports/plan.ts', '#server/features/brands/themes.ts'],
  'release-notes-allowed-imports': [
    'packages/server/src/features/release-notes/note.ts',
    '#server/features/brands/themes.ts',
  ],
  'session-allowed-imports': ['packages/server/src/features/session/device.ts', '#server/features/licenses/license.ts'],
  'signing-keys-allowed-imports': [
    'packages/server/src/features/signing-keys/report.ts',
    '#server/features/brands/themes.ts',
  ],
  'status-allowed-imports': ['packages/server/src/features/status/part.ts', '#server/features/brands/themes.ts'],
  'tools-allowed-imports': ['packages/server/src/features/tools/tool.ts', '#server/features/licenses/license.ts'],
  'portal-feature-not-to-feature': [
    'packages/portal/src/features/users/list/users-page.tsx',
    '#portal/features/home/home-page.tsx',
  ],
  'ui-not-to-other-layers': ['packages/portal/src/ui/buttons/button.tsx', '#portal/api/query-client.ts'],
  'portal-layers-not-to-app': ['packages/portal/src/features/home/menu-card.tsx', '#portal/app/routes/router.tsx'],
  'portal-layers-not-to-features': ['packages/portal/src/session/session.ts', '#portal/features/home/home-page.tsx'],
  'api-imports-only-contract': ['packages/portal/src/api/call.ts', '#portal/session/token.ts'],
  'only-queries-call-api': ['packages/portal/src/features/users/list/users-columns.tsx', '#portal/api/call.ts'],
  'no-cycle': ['packages/portal/src/features/home/a.ts', './b.ts'],
  'no-index': ['packages/server/src/app.ts', '#server/features/users/index.ts'],
  'no-unresolved-import': ['packages/server/src/config/config.ts', './nowhere.ts'],
  'only-declared-dependencies': ['packages/server/src/platform/log.ts', 'zod'],
};

/** The files that the planted faults import. These files violate no rule themselves. */
const filesWithoutFault: Record<string, string> = {
  'packages/contract/src/calls/limits.ts': 'export const limits = {};',
  'packages/portal/src/api/call.ts': 'export const call = 1;',
  'packages/portal/src/api/query-client.ts': 'export const client = 1;',
  'packages/portal/src/app/routes/router.tsx': 'export const router = 1;',
  'packages/portal/src/features/home/a.ts': 'export const a = 1;',
  'packages/portal/src/features/home/b.ts': "import type { a } from './a.ts';\nexport type B = typeof a;",
  'packages/portal/src/features/home/home-page.tsx': 'export const HomePage = 1;',
  'packages/portal/src/main.tsx': 'export const main = 1;',
  'packages/portal/src/session/token.ts': 'export const token = 1;',
  'packages/server/src/app.ts': "import { users } from './features/users/users.routes.ts';\nexport const app = users;",
  'packages/server/src/features/brands/brands.service.ts': 'export const brands = 1;',
  'packages/server/src/features/brands/themes.ts': 'export const looks = 1;',
  'packages/server/src/features/licenses/license.ts': "import '#server/features/users/scope.repository.ts';",
  'packages/server/src/features/users/index.ts': 'export const users = 1;',
  'packages/server/src/features/users/scope.repository.ts': 'export const scope = 1;',
  'packages/server/src/features/users/users.repository.ts': 'export const find = 1;',
  'packages/server/src/features/users/users.routes.ts': "import 'fastify';\nexport const users = 1;",
  'packages/server/src/platform/http/mount.ts': 'export const serve = 1;',
};

const createImport = (imports: string, followingText = '') => `import '${imports}';\n${followingText}`;
const createPlantedFiles = () =>
  Object.fromEntries(
    Object.values(faults).map(([file, imports]) => [file, createImport(imports, filesWithoutFault[file])]),
  );

test('no rule about imports reports a file without a fault', async () => {
  const { modules, summary } = await runDependencyCruiser(createPlantedRepository(filesWithoutFault));
  expect(summary.violations).toEqual([]);
  expect(modules.map(({ source }) => source)).toEqual(expect.arrayContaining(Object.keys(filesWithoutFault)));
});

test('there is a planted fault for every rule about imports', () => {
  expect(new Set(Object.keys(faults))).toEqual(new Set(forbidden.map(({ name }) => name)));
});

test('each planted fault is reported by the rule that it violates', async () => {
  const { summary } = await runDependencyCruiser(
    createPlantedRepository({ ...filesWithoutFault, ...createPlantedFiles() }),
  );
  const violations = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  expect(violations).toEqual(
    expect.arrayContaining(Object.entries(faults).map(([rule, [file]]) => `${rule}: ${file}`)),
  );
});

test('dependency-cruiser checks every source file of the packages', async () => {
  const { modules } = await runDependencyCruiser(root);
  const checkedFiles = new Set(modules.map(({ source }) => source));
  const sourceFiles = listFiles('packages').filter((file) => /\/src\/.*\.tsx?$/.test(file));
  expect(sourceFiles.length).toBeGreaterThan(100);
  expect(sourceFiles.filter((file) => !checkedFiles.has(file))).toEqual([]);
});
