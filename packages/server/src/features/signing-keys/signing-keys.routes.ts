import type { Database } from '#server/database/database.ts';
import type { Door } from '#server/platform/serve.ts';
import { publishedKeys } from './published-keys.ts';

/** Where tools find the public keys, RFC 8615; outside of the API, because it is for everybody and never changes its shape. */
export function signingKeysRoutes(door: Door, database: Database): void {
  door.http.get('/.well-known/basics-licence-keys', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await publishedKeys(database.kysely) }),
  );
}
