import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { hasBearerToken } from '#server/platform/http/request-origin.ts';
import { problem } from '#server/platform/problem.ts';
import { readDeliveryStatus, readJsonBounce } from './read-bounce.ts';
import { recordBounce } from './record-bounce.ts';

type Dependencies = { database: Database; clock: Clock; token: string };

/** The maximum size of a bounce report. The limit is large, because a report can contain the returned e-mail with its files. */
const maxBodyBytes = 1_048_576;

const textContentTypes = ['text/plain', 'message/rfc822', 'message/delivery-status', 'multipart/report'];

/**
 * Serves `POST /hooks/bounces` for callers with the token; all other callers get 404. The call accepts JSON, and delivery status
 * notifications (RFC 3464) as text. Other routes still accept only JSON, because the content types are added for this route alone.
 */
export function bouncesRoutes(http: FastifyInstance, { database, clock, token }: Dependencies): void {
  // The token is checked before the body is read, so that a caller without the token cannot send a large body.
  const requireToken = async (request: Parameters<typeof hasBearerToken>[0]): Promise<void> => {
    if (!hasBearerToken(request, token)) throw problem('PAGE_NOT_FOUND');
  };
  void http.register((hooks, _, done) => {
    hooks.addContentTypeParser(textContentTypes, { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    hooks.post('/hooks/bounces', { bodyLimit: maxBodyBytes, onRequest: requireToken }, async ({ body, id }, reply) => {
      const bounce = typeof body === 'string' ? readDeliveryStatus(body) : readJsonBounce(body);
      const isRecorded = bounce !== null && (await recordBounce({ database, at: clock(), requestId: id }, bounce));
      return reply.send({ bounced: isRecorded });
    });
    done();
  });
}
