import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts a TCP forwarder to a PostgreSQL server. `hang` makes all its connections silent for ever, also later ones, without closing them: so
 * behave a stopped process, a fenced node and a network that drops packets. After `pass`, new connections work, and the silent ones stay
 * silent, as after the move of a host name to another server.
 */
export async function openForwarder(databaseUrl: string, port = 0) {
  const { hostname, port: targetPort } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isHanging) return;
    const upstream = track(connect(Number(targetPort), hostname));
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: Object.assign(new URL(databaseUrl), { host }).href,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    pass() {
      isHanging = false;
    },
  };
}
