import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as a server got it: envelope, headers by lower-case name, and the whole source. */
export type Arrived = { from: string; to: string[]; headers: ReadonlyMap<string, string>; source: string };

/** How the server answers; absent: it takes everything. */
export type Manners = Pick<SMTPServerOptions, 'onRcptTo' | 'onConnect'> & {
  /** Takes the whole mail and hangs up without saying that it did. */
  cutsAfterData?: boolean;
};

/** A real mail server on this machine, gone at the end of the test; on the port given, or on a free one. */
export async function openMailServer({ cutsAfterData = false, ...manners }: Manners = {}, port = 0) {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const source = Buffer.concat(chunks).toString('utf8');
        arrived.push({ from, to: rcptTo.map(({ address }) => address), headers: headersOf(source), source });
        if (!cutsAfterData) done();
        else for (const socket of sockets) socket.destroy();
      });
    },
    ...manners,
  });
  // A client that hangs up in the middle is what some of these tests are about.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const bound = portOf(server.server.address());
  return { arrived, port: bound, url: `smtp://127.0.0.1:${bound}`, close };
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

/** The headers of a mail, unfolded (RFC 5322 2.2.3); one that stands twice is joined by ` | `, so that a test sees it. */
function headersOf(source: string): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? `${headers.get(key)} | ${value}` : value);
  }
  return headers;
}
