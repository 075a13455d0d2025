import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartFault } from '#server/platform/start-fault.ts';

type ListenAddress = { host: string; port: number; passedSocket: number | null };

/** Checks that the port is free by opening and closing a server on this port. */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  if (address.passedSocket !== null) return;
  const probe = createServer();
  await waitUntilListening(() => once(probe.listen({ host: address.host, port: address.port }), 'listening'), address);
  probe.close();
  await once(probe, 'close');
}

/**
 * The number of connections that wait to be accepted; the system may lower it. With the 511 of Node.js, some of 1,000 users who sign in at once waited
 * for ten seconds, and were then refused because they had sent nothing in that time.
 */
const backlog = 4096;

/** Listens on the socket that systemd passes, or else on this address. Returns the URL. Throws StartFault if the port cannot be used. */
export function listen(http: FastifyInstance, address: ListenAddress): Promise<string> {
  const { host, port, passedSocket: fd } = address;
  // Node.js prefers the file descriptor to the port. Fastify passes it on, although its types do not contain it.
  const options = { host, port, backlog, ...(fd !== null && { fd }) };
  return waitUntilListening(() => http.listen(options), address);
}

async function waitUntilListening<T>(startListening: () => Promise<T>, { host, port }: ListenAddress): Promise<T> {
  try {
    return await startListening();
  } catch (cause) {
    const describeFault = portFaults[cause instanceof Error && 'code' in cause ? String(cause.code) : ''];
    if (describeFault === undefined) throw cause;
    throw new StartFault(describeFault(host, port), { cause });
  }
}

const portFaults: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another port.`,
  EACCES: (_, port) => `Port ${port} needs more permissions than this account has. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine. Set HOST to an address of this machine.`,
};
