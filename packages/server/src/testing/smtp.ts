import { onTestFinished } from 'vitest';
import { listenForMail } from './mail-server.ts';
import type { Mail, Behaviour } from './mail-server.ts';

/** A received mail, with its headers by lower-case name. */
export type Arrived = Mail & { headers: ReadonlyMap<string, string> };

/** A mail server that keeps the mails it receives, on the given port or on a free one; stopped at the end of the test. */
export async function openMailServer(behaviour: Behaviour = {}, port = 0) {
  const arrived: Arrived[] = [];
  const server = await listenForMail(
    (mail) => arrived.push({ ...mail, headers: readHeaders(mail.source) }),
    behaviour,
    port,
  );
  onTestFinished(server.close);
  return { arrived, ...server };
}

/** A server that refuses every mailbox, temporarily (451) or permanently (550). */
export const createRefusal = (responseCode: number): Behaviour => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox here'), { responseCode })),
});

/** The headers of a mail, unfolded (RFC 5322, 2.2.3). A repeated header is joined with ` | `, so that a test notices it. */
function readHeaders(source: string): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? `${headers.get(key)} | ${value}` : value);
  }
  return headers;
}
