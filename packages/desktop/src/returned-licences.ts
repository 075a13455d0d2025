import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode, writeReturnCode, type ReturnClaims } from '@basics/licensing/return-code.ts';
import type { StoredTwice } from './stored-twice.ts';

/** A licence that was removed from this PC, and its return code. */
export type ReturnedLicence = { licenceId: string; text: string };

/** Reads the licences that were returned on this PC, in the order of their return. The file has one return code on each line; damaged lines are ignored. */
export function readReturned(stored: StoredTwice): ReturnedLicence[] {
  const lines = new Set(stored.read().flatMap((text) => text.split('\n')));
  return [...lines].flatMap((line) => {
    const reading = readReturnCode(line, nodePrimitives);
    return reading.ok ? [{ licenceId: reading.value.claims.licenceId, text: reading.value.text }] : [];
  });
}

/** Stores that a licence was returned. A repeated call returns the same code. */
export function rememberReturned(stored: StoredTwice, claims: ReturnClaims): ReturnedLicence {
  const before = readReturned(stored);
  const { licenceId } = claims;
  const returned = before.find((each) => each.licenceId === licenceId) ?? {
    licenceId,
    text: writeReturnCode(claims, nodePrimitives),
  };
  const lines = new Set([...before, returned].map(({ text }) => text));
  stored.write(`${[...lines].join('\n')}\n`);
  return returned;
}
