import { bytesToHex } from '@basics/licensing/bytes.ts';
import { randomBytes } from 'node:crypto';
import type { RandomFacts, ToolState } from './tool-state.ts';

/** The random facts stored in the folder of the tool; creates and stores them at first. */
export function ensureRandomFacts(state: ToolState): RandomFacts {
  const known = state.readRandomFacts();
  if (known !== undefined) return known;
  const [first, second] = [randomBytes(16), randomBytes(16)];
  const made = { 'machine-id': bytesToHex(first), 'board-id': bytesToHex(second) };
  state.writeRandomFacts(made);
  return made;
}
