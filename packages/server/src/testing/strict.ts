import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

/*
 * Rules for every test of the server: an error on the console fails the test, and no connection leaves this machine (except to the PostgreSQL server in TEST_DATABASE_URL).
 */

const recordedErrors: unknown[][] = [];
Reflect.set(console, 'error', (...messages: unknown[]) => recordedErrors.push(messages));
afterEach(() => {
  expect(recordedErrors.splice(0), 'messages of console.error').toEqual([]);
});

const databaseUrl = process.env['TEST_DATABASE_URL'];
const allowedHosts = new Set([
  '127.0.0.1',
  '127.0.0.2',
  '::1',
  'localhost',
  ...(databaseUrl ? [new URL(databaseUrl).hostname] : []),
]);
const connect = Reflect.get(Socket.prototype, 'connect');

/**
 * Reads the host of a connection. Node.js passes connection options in several forms: the host is the property `host`, or a text that is
 * neither a port nor a path.
 */
function readHost(connectArguments: unknown[]): string | undefined {
  const flatArguments = connectArguments.flat();
  const options = flatArguments.find(
    (argument) => typeof argument === 'object' && argument !== null && 'host' in argument,
  );
  if (options && 'host' in options && typeof options.host === 'string') return options.host;
  return flatArguments
    .filter((argument) => typeof argument === 'string')
    .find((argument) => !/^(\/|\d+$)/.test(argument));
}

Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...connectArguments: unknown[]): unknown {
  const host = readHost(connectArguments);
  if (host !== undefined && !allowedHosts.has(host)) throw new Error(`A test tried to connect to ${host}.`);
  return Reflect.apply(connect, this, connectArguments);
});
