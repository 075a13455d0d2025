import { noPagePolicy, sendWithRevalidation } from '#server/platform/http/response-headers.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import type { RevocationLists } from './revocation-lists.ts';

/**
 * Serves the revocation lists at a well-known path (RFC 8615). The path is outside the API, because the lists are public and their format
 * never changes.
 */
export function revocationsRoutes({ http }: Router, { readList }: Pick<RevocationLists, 'readList'>): void {
  http.get<{ Params: { tool: string } }>('/.well-known/basics-revocations/:tool', async (request, reply) => {
    const { tool } = request.params;
    if (!/^\d{1,5}$/.test(tool)) throw problem('RESULTS_NOT_FOUND');
    const text = await readList(Number(tool));
    reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="Basics_revocations_${Number(tool)}.brl"`)
      .header('content-security-policy', noPagePolicy);
    return sendWithRevalidation(request, reply, text);
  });
}
