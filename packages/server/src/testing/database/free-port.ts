import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds a free port of this machine, for a server that must know its port before it starts. By default, Linux (from
 * 32768), macOS and Windows (from 49152) give higher ports to connections: such a port could be taken before the server starts.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => probe.close(resolve));
  return isFree ? port : findFreePort();
}
