import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartFault } from '#server/platform/start-fault.ts';

type Place = { host: string; port: number; passedSocket: number | null };

/** Listens for a moment to check that the port is free. */
export async function requireFreePort(place: Place): Promise<void> {
  if (place.passedSocket !== null) return;
  const probe = createServer();
  await waitUntilListening(() => once(probe.listen({ host: place.host, port: place.port }), 'listening'), place);
  probe.close();
  await once(probe, 'close');
}

/** Listens on the socket of systemd, or else at this place. Returns the address. Throws StartFault if the port cannot be used. */
export function listen(http: FastifyInstance, place: Place): Promise<string> {
  const { host, port, passedSocket: fd } = place;
  // Node.js prefers the descriptor to the port. Fastify passes it on, but its types do not have it.
  const options = fd === null ? { host, port } : { host, port, fd };
  return waitUntilListening(() => http.listen(options), place);
}

async function waitUntilListening<T>(listening: () => Promise<T>, { host, port }: Place): Promise<T> {
  try {
    return await listening();
  } catch (cause) {
    const words = portFaults[cause instanceof Error && 'code' in cause ? String(cause.code) : ''];
    if (words === undefined) throw cause;
    throw new StartFault(words(host, port), { cause });
  }
}

const portFaults: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another port.`,
  EACCES: (_, port) => `Port ${port} needs more permissions than this account has. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine. Set HOST to an address of this machine.`,
};
