import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { ToolState } from './tool-state.ts';

/**
 * Creates facts for a computer that has too few of its own, such as a container. The facts are derived from a random seed and from the
 * position of the file with the seed in the file system, so that a copy of the folder gives other facts. The seed is created and stored at
 * the first call.
 */
export function makeStandInFacts(state: ToolState): MachineFacts {
  const { seed, placeHint } = state.readStandIn() ?? state.writeStandIn(randomBytes(16).toString('hex'));
  const hash = (label: string): string =>
    createHash('sha256').update(`basics-stand-in-v1\n${label}\n${seed}\n${placeHint}`).digest('hex');
  return { 'machine-id': hash('machine-id'), 'board-id': hash('board-id') };
}
