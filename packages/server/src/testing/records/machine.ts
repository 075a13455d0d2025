import { createFingerprint, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { toPcClaims, writeVerificationCode, type VerificationReason } from '@basics/licensing/verification-code.ts';
import { randomBytes } from 'node:crypto';
import { noon } from '../portal.ts';

/**
 * Creates a PC by its name: the same name gives the same PC. `parts` replaces some parts (hardware values) of the PC.
 */
export const createMachine = (name: string, parts: MachineFacts = {}): { name: string; facts: MachineFacts } => ({
  name,
  facts: {
    'machine-id': `id of ${name}`,
    'board-id': `board of ${name}`,
    'system-disk': `disk of ${name}`,
    'network-card': `card of ${name}`,
    ...parts,
  },
});

type Details = {
  at?: number;
  reason?: VerificationReason;
  toolId?: number;
  nonce?: Uint8Array;
  isVirtual?: boolean;
  isStandIn?: boolean;
};

/** Creates a verification code, as the tool on a PC does. `at` is the time of the PC's clock in Unix milliseconds. */
export const createCode = (
  pc: ReturnType<typeof createMachine>,
  { at = noon, reason = 'new', toolId = 7, nonce = new Uint8Array(randomBytes(8)), ...flags }: Details = {},
): string =>
  writeVerificationCode(
    {
      ...toPcClaims({ fingerprint: createFingerprint(pc.facts, nodePrimitives), nonce, ...flags }),
      reason,
      toolId,
      toolVersion: { major: 1, minor: 0, patch: 1 },
      createdAt: Math.floor(at / 1000),
      machineName: pc.name,
    },
    nodePrimitives,
  );
