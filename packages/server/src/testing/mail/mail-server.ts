import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail: its envelope and its whole source. */
export type Mail = { from: string; to: string[]; sourceText: string };

/** How the mail server answers. By default, the server accepts every e-mail. */
export type MailServerBehaviour = Pick<SMTPServerOptions, 'onRcptTo' | 'onConnect'> & {
  /** If true, the server receives the whole mail, but then closes the connection without an answer. */
  cutsAfterData?: boolean;
};

/**
 * Starts a real mail server on this machine, on the given port or on a free one. The function `onMail` is called for each received mail.
 */
export async function listenForMail(
  onMail: (mail: Mail) => void,
  { cutsAfterData = false, ...behaviour }: MailServerBehaviour = {},
  port = 0,
) {
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
        onMail({ from, to: rcptTo.map(({ address }) => address), sourceText: Buffer.concat(chunks).toString('utf8') });
        if (!cutsAfterData) done();
        else for (const socket of sockets) socket.destroy();
      });
    },
    ...behaviour,
  });
  // Errors of connections are ignored, because a portal that is stopped closes a connection in the middle of a mail.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const actualPort = readPort(server.server.address());
  return { port: actualPort, url: `smtp://127.0.0.1:${actualPort}`, close };
}

const readPort = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
