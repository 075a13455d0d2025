import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { ToolState } from './tool-state.ts';

/**
 * Facts for a computer that has too few of its own, such as a container. They are made of a random seed and of the place of its file in the
 * file system, so that they are others in a copy of the folder. The seed is stored at first.
 */
export function makeStandInFacts(state: ToolState): MachineFacts {
  const { seed, place } = state.readStandIn() ?? state.writeStandIn(randomBytes(16).toString('hex'));
  const hash = (label: string): string =>
    createHash('sha256').update(`basics-stand-in-v1\n${label}\n${seed}\n${place}`).digest('hex');
  return { 'machine-id': hash('machine-id'), 'board-id': hash('board-id') };
}
