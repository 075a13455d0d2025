import type { Database } from '#server/database/database.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { listPublishedKeys } from './published-keys.ts';

/**
 * The well-known path of the public keys (RFC 8615). The path is outside the API, because the keys are public and their format never changes.
 */
export function signingKeysRoutes(router: Router, database: Database): void {
  router.http.get('/.well-known/basics-licence-keys', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await listPublishedKeys(database.kysely) }),
  );
}
