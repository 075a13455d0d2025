import compress from '@fastify/compress';
import { endpoints } from '@basics/contract/api.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { brandsRoutes } from './features/brands/brands.routes.ts';
import { brandsService } from './features/brands/brands.service.ts';
import type { LicenseKey } from './features/licenses/license-key.ts';
import { licensesRoutes } from './features/licenses/licenses.routes.ts';
import { licensesService } from './features/licenses/licenses.service.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { sessionService } from './features/session/session.service.ts';
import { signingKeysRoutes } from './features/signing-keys/signing-keys.routes.ts';
import { toolsRoutes } from './features/tools/tools.routes.ts';
import { toolsService } from './features/tools/tools.service.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { usersService } from './features/users/users.service.ts';
import { serveContract } from './platform/api-page.ts';
import type { Clock } from './platform/clock.ts';
import { createHttp } from './platform/http.ts';
import { servePages } from './platform/pages.ts';
import type { Passwords } from './platform/passwords.ts';
import { problem } from './platform/problem.ts';
import type { Door } from './platform/serve.ts';
import type { Tokens } from './platform/token.ts';

export type AppNeeds = {
  config: Pick<Config, 'demo' | 'pocUrl' | 'publicUrl' | 'trustedProxies'>;
  database: Database;
  clock: Clock;
  chance: (bytes: number) => Uint8Array;
  passwords: Passwords;
  tokens: Tokens;
  /** null: licences can be read and listed, not issued. */
  licenseKey: LicenseKey | null;
  log: FastifyBaseLogger;
  /** The folder of the built portal; null serves the API alone. */
  pages: string | null;
};

/** Puts the parts together; the only place that knows all of them. The server returned does not listen yet. */
export async function createApp(needs: AppNeeds): Promise<FastifyInstance> {
  const { config, database, clock, licenseKey: key } = needs;
  const secureUrl = config.publicUrl.startsWith('https:');
  const http = await createHttp({ log: needs.log, trustedProxies: config.trustedProxies, secureUrl });
  await http.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  const sessions = sessionService(needs);
  const brands = brandsService({ database, demo: config.demo, pocUrl: config.pocUrl });
  const door: Door = { http, admit: (token) => sessions.admit(token) };

  sessionRoutes(door, sessions);
  usersRoutes(door, usersService({ database }));
  toolsRoutes(door, toolsService({ database, clock }));
  licensesRoutes(door, licensesService({ database, clock, chance: needs.chance, key }));
  brandsRoutes(door, brands);
  signingKeysRoutes(door, database);
  await serveContract(http, endpoints, config.publicUrl);
  http.get('/healthz', async () => ({
    status: (await database.kysely.selectFrom('settings').select('key').execute()) && 'ok',
  }));
  if (needs.pages !== null) await servePages({ http, root: needs.pages, setupOf: (host) => brands.setup(host) });
  else http.setNotFoundHandler(() => Promise.reject(problem('PAGE_NOT_FOUND')));
  return http;
}
