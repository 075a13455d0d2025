import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartFault } from '#server/platform/problem.ts';

type ListenAddress = { host: string; port: number; passedSocket: number | null };

/** Checks that a port is free by opening and closing a server on this port. `setting` is the name of the setting with the port. */
export async function requireFreePort({ host, port }: { host: string; port: number }, setting: string): Promise<void> {
  const probe = createServer();
  await waitUntilListening(() => once(probe.listen({ host, port }), 'listening'), { host, port, setting });
  probe.close();
  await once(probe, 'close');
}

/**
 * The maximum number of connections that wait to be accepted; the operating system may use a lower maximum. With the default of Node.js
 * (511), some of 1,000 users who signed in at the same time waited for ten seconds, and their connections were then closed because they had
 * sent nothing in that time.
 */
const backlog = 4096;

/** Listens on the socket that systemd passes, or else on this address. Returns the URL. Throws StartFault if the port cannot be used. */
export function listen(http: FastifyInstance, address: ListenAddress): Promise<string> {
  const { host, port, passedSocket: fd } = address;
  // If there are both, Node.js uses the file descriptor and not the port. Fastify passes `fd` to Node.js, although the types of Fastify do
  // not contain it.
  const options = { host, port, backlog, ...(fd !== null && { fd }) };
  return waitUntilListening(() => http.listen(options), { host, port, setting: 'PORT' });
}

type Place = { host: string; port: number; setting: string };

async function waitUntilListening<T>(startListening: () => Promise<T>, place: Place): Promise<T> {
  try {
    return await startListening();
  } catch (cause) {
    const describeFault = portFaults[cause instanceof Error && 'code' in cause ? String(cause.code) : ''];
    if (describeFault === undefined) throw cause;
    throw new StartFault(describeFault(place), { cause });
  }
}

const portFaults: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Port ${port} on ${host} is in use by another program. Stop it, or set ${setting} to another port.`,
  EACCES: ({ port, setting }) =>
    `Port ${port} needs more permissions than this account has. Set ${setting} to 1024 or above.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine. Set HOST to an address of this machine.`,
};
