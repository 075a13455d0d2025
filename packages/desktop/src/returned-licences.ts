import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readReturnCode, writeReturnCode, type ReturnClaims } from '@basics/licensing/return-code.ts';
import type { StoredTwice } from './stored-twice.ts';

/** A licence that was removed from this PC, and its return code. */
export type ReturnedLicence = { licenceId: string; text: string };

/**
 * Reads the licences that were returned on this PC, in the order of their return. Each line of the stored text is one return code. Damaged
 * lines are ignored.
 */
export function readReturnedLicences(storedCodes: StoredTwice): ReturnedLicence[] {
  const lines = new Set(storedCodes.read().flatMap((text) => text.split('\n')));
  return [...lines].flatMap((line) => {
    const reading = readReturnCode(line, nodePrimitives);
    return reading.ok ? [{ licenceId: reading.value.claims.licenceId, text: reading.value.text }] : [];
  });
}

/**
 * Stores that a licence was returned, and returns its return code. A second call for the same licence returns the same
 * code.
 */
export function storeReturnedLicence(storedCodes: StoredTwice, claims: ReturnClaims): ReturnedLicence {
  const previouslyReturned = readReturnedLicences(storedCodes);
  const { licenceId } = claims;
  const returnedLicence = previouslyReturned.find((previous) => previous.licenceId === licenceId) ?? {
    licenceId,
    text: writeReturnCode(claims, nodePrimitives),
  };
  const lines = new Set([...previouslyReturned, returnedLicence].map(({ text }) => text));
  storedCodes.write(`${[...lines].join('\n')}\n`);
  return returnedLicence;
}
