import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { listPublishedKeys } from './key-report.ts';

/**
 * The well-known path of the public keys (RFC 8615). The path is outside the API, because the keys are public and their format never changes.
 */
export function signingKeysRoutes({ http, parts }: Router): void {
  http.get('/.well-known/basics-licence-keys', async (_, reply) =>
    openToOrigin(reply, '*')
      .header('cache-control', 'public, max-age=300')
      .send({ keys: await listPublishedKeys(parts.database.kysely) }),
  );
}
