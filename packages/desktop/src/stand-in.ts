import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { ToolState } from './tool-state.ts';

/**
 * Creates random facts for a computer that has too few hardware facts of its own, such as a container. The facts are derived from a stored
 * random seed and from the position of its file in the file system, so that a copy of the folder gives other facts. The first call creates
 * and stores the random seed.
 */
export function makeStandInFacts(state: ToolState): MachineFacts {
  const { seed, placeHint } = state.readStandIn() ?? state.writeStandIn(randomBytes(16).toString('hex'));
  const hash = (label: string): string =>
    createHash('sha256').update(`basics-stand-in-v1\n${label}\n${seed}\n${placeHint}`).digest('hex');
  return { 'machine-id': hash('machine-id'), 'board-id': hash('board-id') };
}
