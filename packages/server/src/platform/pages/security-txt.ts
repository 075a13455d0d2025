import type { FastifyInstance } from 'fastify';
import { days } from '#server/platform/clock/clock.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';

type SecurityTxt = {
  /** A `mailto:` or `https:` address to which people report security faults; null if the operator names none. */
  contact: string | null;
  publicUrl: string;
  clock: Clock;
};

/** Serves `security.txt` (RFC 9116). It expires after 180 days, because RFC 9116, 2.5.5, recommends less than a year. */
export function serveSecurityTxt(http: FastifyInstance, { contact, publicUrl, clock }: SecurityTxt): void {
  const url = '/.well-known/security.txt';
  http.get(url, (_, reply) => {
    if (contact === null) throw problem('PAGE_NOT_FOUND');
    const expires = new Date(clock() + days(180)).toISOString().replace(/T.*/, 'T00:00:00Z');
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${publicUrl}${url}\n`);
  });
}
