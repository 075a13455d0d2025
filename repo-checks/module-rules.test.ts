import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { forbidden } from '../.dependency-cruiser.mjs';
import { root } from '../scripts/root.mjs';
import { files } from './files.ts';
import { plantTree } from './planted-tree.ts';
import { runTool } from './run-tool.ts';

/** For each rule of the law of direction: a file, and what it must not import. */
const faults: Record<string, [file: string, imports: string]> = {
  'contract-knows-zod-alone': ['packages/contract/src/users.ts', 'react'],
  'licensing-knows-nobody': ['packages/licensing/src/licence.ts', 'node:crypto'],
  'portal-meets-no-server': ['packages/portal/src/main.tsx', '@basics/server/app.ts'],
  'server-meets-no-portal': ['packages/server/src/main.ts', '@basics/portal/main.tsx'],
  'desktop-knows-licensing-alone': ['packages/desktop/src/tool.ts', '@basics/contract/limits.ts'],
  'routes-are-the-outermost-skin': ['packages/server/src/start.ts', '#server/features/users/users.routes.ts'],
  'rules-know-no-http': ['packages/server/src/features/users/user.ts', 'fastify'],
  'services-know-no-sql': ['packages/server/src/features/users/users.service.ts', 'kysely'],
  'sql-asks-nobody': ['packages/server/src/features/brands/brands.repository.ts', './brands.service.ts'],
  'floors-below-know-no-rooms': ['packages/server/src/platform/clock.ts', '#server/features/users/users.repository.ts'],
  'tables-know-no-floor': ['packages/server/src/database/database.ts', '#server/platform/http/mount.ts'],
  'server-rooms-do-not-peep': ['packages/server/src/features/users/scope.ts', '#server/features/brands/themes.ts'],
  'help-requests-has-few-neighbours': [
    'packages/server/src/features/help-requests/help-request.ts',
    '#server/features/brands/themes.ts',
  ],
  'licenses-has-few-neighbours': [
    'packages/server/src/features/licenses/license.ts',
    '#server/features/brands/themes.ts',
  ],
  'license-admin-has-few-neighbours': [
    'packages/server/src/features/license-admin/moves.ts',
    '#server/features/brands/themes.ts',
  ],
  'country-salesmen-has-few-neighbours': [
    'packages/server/src/features/country-salesmen/coverage.ts',
    '#server/features/brands/themes.ts',
  ],
  'registration-has-few-neighbours': [
    'packages/server/src/features/registration/register.ts',
    '#server/features/brands/themes.ts',
  ],
  'requests-has-few-neighbours': [
    'packages/server/src/features/requests/request.ts',
    '#server/features/brands/themes.ts',
  ],
  'second-factor-has-few-neighbours': [
    'packages/server/src/features/second-factor/totp.ts',
    '#server/features/brands/themes.ts',
  ],
  'home-has-few-neighbours': ['packages/server/src/features/home/figure.ts', '#server/features/licenses/calendar.ts'],
  'imports-has-few-neighbours': ['packages/server/src/features/imports/plan.ts', '#server/features/brands/themes.ts'],
  'tools-has-few-neighbours': ['packages/server/src/features/tools/tool.ts', '#server/features/licenses/calendar.ts'],
  'portal-rooms-do-not-peep': [
    'packages/portal/src/features/users/users-page.tsx',
    '#portal/features/home/home-page.tsx',
  ],
  'ui-has-no-opinion': ['packages/portal/src/ui/layout/button.tsx', '#portal/api/query-client.ts'],
  'rooms-know-no-app': ['packages/portal/src/features/home/menu-card.tsx', '#portal/app/router.tsx'],
  'floors-below-know-no-pages': ['packages/portal/src/session/session.ts', '#portal/features/home/home-page.tsx'],
  'api-knows-the-contract-alone': ['packages/portal/src/api/trimmed.ts', '#portal/session/token.ts'],
  'only-queries-ask': ['packages/portal/src/features/users/users-table.tsx', '#portal/api/call.ts'],
  'no-cycle': ['packages/portal/src/features/home/a.ts', './b.ts'],
  'no-index': ['packages/server/src/app.ts', '#server/features/users/index.ts'],
  'no-ghost': ['packages/server/src/config.ts', './nowhere.ts'],
  'only-what-is-declared': ['packages/server/src/platform/log.ts', 'zod'],
};

/** What those imports find; sound by itself. */
const sound: Record<string, string> = {
  'packages/contract/src/limits.ts': 'export const limits = {};',
  'packages/portal/src/api/call.ts': 'export const call = 1;',
  'packages/portal/src/api/query-client.ts': 'export const client = 1;',
  'packages/portal/src/app/router.tsx': 'export const router = 1;',
  'packages/portal/src/features/home/a.ts': 'export const a = 1;',
  'packages/portal/src/features/home/b.ts': "import type { a } from './a.ts';\nexport type B = typeof a;",
  'packages/portal/src/features/home/home-page.tsx': 'export const HomePage = 1;',
  'packages/portal/src/main.tsx': 'export const main = 1;',
  'packages/portal/src/session/token.ts': 'export const token = 1;',
  'packages/server/src/app.ts': "import { users } from './features/users/users.routes.ts';\nexport const app = users;",
  'packages/server/src/features/brands/brands.service.ts': 'export const brands = 1;',
  'packages/server/src/features/brands/themes.ts': 'export const looks = 1;',
  'packages/server/src/features/licenses/calendar.ts': "import '#server/features/users/scope.ts';",
  'packages/server/src/features/users/index.ts': 'export const users = 1;',
  'packages/server/src/features/users/scope.ts': 'export const scope = 1;',
  'packages/server/src/features/users/users.repository.ts': 'export const find = 1;',
  'packages/server/src/features/users/users.routes.ts': "import 'fastify';\nexport const users = 1;",
  'packages/server/src/platform/http/mount.ts': 'export const serve = 1;',
};

type Violation = { rule: { name: string }; from: string };
type Report = { modules: { source: string }[]; summary: { violations: Violation[] } };

async function cruise(folder: string): Promise<Report> {
  const config = path.join(root, '.dependency-cruiser.mjs');
  const words = ['packages', '--config', config, '--output-type', 'json'];
  return JSON.parse(await runTool('dependency-cruiser/bin/dependency-cruiser.mjs', words, folder));
}

const packages = ['contract', 'licensing', 'server', 'portal', 'desktop'];

/** The packages of the house with those files in them, and stand-ins for what they borrow. */
function houseOf(written: Record<string, string>): string {
  const manifests = packages.map((name) => {
    const manifest = {
      name: `@basics/${name}`,
      imports: { [`#${name}/*`]: './src/*' },
      exports: { './*': './src/*' },
      dependencies: {
        '@basics/contract': '1',
        '@basics/portal': '1',
        '@basics/server': '1',
        fastify: '1',
        kysely: '1',
      },
    };
    return [`packages/${name}/package.json`, JSON.stringify(manifest)];
  });
  const borrowed = ['zod', 'react', 'kysely', 'fastify'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' })],
    [`node_modules/${name}/main.js`, 'module.exports = {};'],
  ]);
  const folder = plantTree({ ...Object.fromEntries([...manifests, ...borrowed]), ...written });
  mkdirSync(path.join(folder, 'node_modules/@basics'));
  for (const name of packages) {
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules/@basics', name), 'junction');
  }
  return folder;
}

const importing = (imports: string, text = '') => `import '${imports}';\n${text}`;
const planted = () =>
  Object.fromEntries(Object.values(faults).map(([file, imports]) => [file, importing(imports, sound[file])]));

test('a house without a fault has none found in it', async () => {
  const { modules, summary } = await cruise(houseOf(sound));
  expect(summary.violations).toEqual([]);
  expect(modules.map(({ source }) => source)).toEqual(expect.arrayContaining(Object.keys(sound)));
});

test('every rule of the law of direction has a fault to catch', () => {
  expect(new Set(Object.keys(faults))).toEqual(new Set(forbidden.map(({ name }) => name)));
});

test('each planted fault is caught by the rule made for it', async () => {
  const { summary } = await cruise(houseOf({ ...sound, ...planted() }));
  const caught = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
  expect(caught).toEqual(expect.arrayContaining(Object.entries(faults).map(([rule, [file]]) => `${rule}: ${file}`)));
});

test('no file of ours escapes the checker', async () => {
  const { modules } = await cruise(root);
  const seen = new Set(modules.map(({ source }) => source));
  const written = files('packages').filter((file) => /\/src\/.*\.tsx?$/.test(file));
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter((file) => !seen.has(file))).toEqual([]);
});
