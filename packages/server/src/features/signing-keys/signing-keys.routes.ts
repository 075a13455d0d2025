import type { Database } from '#server/database/database.ts';
import type { Door } from '#server/platform/serve.ts';
import { findSigningKeys } from './signing-keys.repository.ts';

/** Where tools find the public keys, RFC 8615; outside of the API, because it is for everybody and never changes its shape. */
export function signingKeysRoutes(door: Door, database: Database): void {
  door.http.get('/.well-known/basics-licence-keys', async (_, reply) => {
    const keys = await findSigningKeys(database.kysely);
    return reply.header('cache-control', 'public, max-age=300').send({
      keys: keys.map(({ key_id: kid, public_key: publicKey, status }) => ({ kid, publicKey, status })),
    });
  });
}
