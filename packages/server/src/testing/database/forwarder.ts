import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * Starts a TCP forwarder to a PostgreSQL server. `hang` makes all its connections silent for ever, also later ones, without closing them: so
 * behave a stopped process, a fenced node and a network that drops packets. After `pass`, new connections work, and the silent ones stay
 * silent, as after the move of a host name to another server. `moveTo` leads new connections to another server, and `slowDown` delays each
 * round trip.
 */
export async function openForwarder(databaseUrl: string, { port = 0, roundTripMs = 0 } = {}) {
  const sockets = new Set<Socket>();
  let target = new URL(databaseUrl);
  let delayMs = roundTripMs / 2;
  let isHanging = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .on('close', () => sockets.delete(socket));
  };
  const forward = (from: Socket, to: Socket): void => {
    from
      .on('close', () => to.destroy())
      .on('data', (data) => {
        if (isHanging) return;
        if (delayMs === 0) to.write(data);
        else setTimeout(() => to.write(data), delayMs);
      });
  };
  const server = createServer((client) => {
    track(client);
    if (isHanging) return;
    const upstream = track(connect(Number(target.port), target.hostname));
    forward(client, upstream);
    forward(upstream, client);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: Object.assign(new URL(databaseUrl), { host }).href,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    pass: () => {
      isHanging = false;
    },
    moveTo: (url: string) => {
      target = new URL(url);
    },
    slowDown: (milliseconds: number) => {
      delayMs = milliseconds / 2;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
