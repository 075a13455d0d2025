import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port of this machine, for a server that must know its port before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('The system gave no port.');
  return bound.port;
}
