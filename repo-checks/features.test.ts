import { expect, test } from 'vitest';
import { api } from '@basics/contract/api.ts';
import { foldersIn } from './files.ts';

/** Rooms that stand on one side only, and why; a reason that no longer holds is a fault as well. */
const exceptions: Record<string, string> = {
  'server has signing-keys': 'published below /.well-known, for tools rather than for the portal',
  'portal has account': 'a page about the user and his licences, with no call of its own',
  'portal has licence-checker': 'it checks in the browser: all that it asks for are the public keys, which are no call',
};

const promised = Object.keys(api).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

const differences = (side: 'server' | 'portal') => {
  const rooms = foldersIn(`packages/${side}/src/features`);
  return [
    ...rooms.filter((room) => !promised.includes(room)).map((room) => `${side} has ${room}`),
    ...promised.filter((room) => !rooms.includes(room)).map((room) => `${side} lacks ${room}`),
  ];
};

test('contract, server and portal have the same rooms, but for the exceptions with a reason', () => {
  expect(new Set([...differences('server'), ...differences('portal')])).toEqual(new Set(Object.keys(exceptions)));
});
