import { Socket } from 'node:net';
import { afterEach, expect } from 'vitest';

/*
 * For every test of the server: an error written to the console fails the test, and no connection leaves this machine (except to the
 * PostgreSQL server named for the tests).
 */

const recordedErrors: unknown[][] = [];
Reflect.set(console, 'error', (...words: unknown[]) => recordedErrors.push(words));
afterEach(() => {
  expect(recordedErrors.splice(0), 'what was said by console.error').toEqual([]);
});

const named = process.env['TEST_DATABASE_URL'];
const here = new Set(['127.0.0.1', '::1', 'localhost', ...(named ? [new URL(named).hostname] : [])]);
const connect = Reflect.get(Socket.prototype, 'connect');

/** Node passes connection options in several forms; the host is under `host`, or it is the text that is neither a port nor a path. */
function readHost(given: unknown[]): string | undefined {
  const flat = given.flat();
  const options = flat.find((each) => typeof each === 'object' && each !== null && 'host' in each);
  if (options && 'host' in options && typeof options.host === 'string') return options.host;
  return flat.filter((each) => typeof each === 'string').find((each) => !/^(\/|\d+$)/.test(each));
}

Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...given: unknown[]): unknown {
  const host = readHost(given);
  if (host !== undefined && !here.has(host)) throw new Error(`A test tried to connect to ${host}.`);
  return Reflect.apply(connect, this, given);
});
