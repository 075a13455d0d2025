import {
  countPresentComponents,
  createFingerprint,
  fingerprintComponents,
  isCopiedSystem,
  minComponents,
  normalizeFact,
  relateFingerprints,
} from '@basics/licensing/fingerprint.ts';
import { toMachineName } from '@basics/licensing/machine-name.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Machine } from './machine/linux-facts.ts';
import type { StandInIdentity, ToolState } from './state/tool-state.ts';
import type { FingerprintComponent, MachineFacts } from '@basics/licensing/fingerprint.ts';
import { createHash, randomBytes } from 'node:crypto';

/**
 * Reads the facts of a PC. With `isFresh`, the facts are read now. Without `isFresh`, the facts may be up to a day old (cached-machine.ts).
 */
export type ReadMachine = (isFresh: boolean) => Machine;

/** The data about a PC that verification codes contain, and that is compared with a licence. */
export type PcIdentity = {
  machineName: string;
  fingerprint: Uint8Array;
  /**
   * Whether the PC has fewer than two facts of its own, so that its fingerprint also contains random facts from
   * `makeStandInFacts`.
   */
  isStandIn: boolean;
  /** The kind of the virtual machine, or undefined on a real PC. */
  virtualMachine: string | undefined;
};

/** Facts about a PC that users should know. `isCopy` is true if the PC has the machine id of the licensed PC, but is another PC. */
export type PcNotes = Pick<PcIdentity, 'isStandIn' | 'virtualMachine'> & { isCopy: boolean };

type IdentityContext = { readMachine: ReadMachine; state: ToolState };

/**
 * Identifies the PC by facts that are read now. `licensedFingerprint` has the same meaning as the parameter of
 * `createFingerprint`.
 */
export function identifyWithFreshFacts(
  { readMachine, state }: IdentityContext,
  licensedFingerprint?: Uint8Array,
): PcIdentity {
  const createStandIn = (): StandInIdentity =>
    state.readStandIn() ?? state.writeStandIn(randomBytes(16).toString('hex'));
  return createIdentity(readMachine(true), createStandIn, licensedFingerprint);
}

/**
 * Identifies the PC for a comparison with a licence. Before the PC counts as another PC, its facts are read again. Writes nothing, because a
 * check must also work in a folder that is read-only.
 */
export function identifyPc({ readMachine, state }: IdentityContext, licensedFingerprint: Uint8Array): PcIdentity {
  const identify = (isFresh: boolean) =>
    createIdentity(readMachine(isFresh), () => state.readStandIn(), licensedFingerprint);
  const identity = identify(false);
  const isKnown = relateFingerprints(licensedFingerprint, identity.fingerprint) !== 'different';
  return isKnown ? identity : identify(true);
}

/** Creates the notes about this PC that users should know. */
export const createPcNotes = (
  { fingerprint, isStandIn, virtualMachine }: PcIdentity,
  licensedFingerprint: Uint8Array,
): PcNotes => ({
  isStandIn,
  virtualMachine,
  isCopy: isCopiedSystem(licensedFingerprint, fingerprint),
});

function createIdentity(
  { name, facts, virtualMachine }: Machine,
  findStandIn: () => StandInIdentity | undefined,
  licensedFingerprint?: Uint8Array,
): PcIdentity {
  const machineName = toMachineName(name);
  const fingerprint = createFingerprint(facts, nodePrimitives, licensedFingerprint);
  const standIn = countPresentComponents(fingerprint) < minComponents ? findStandIn() : undefined;
  if (standIn === undefined) return { machineName, fingerprint, isStandIn: false, virtualMachine };
  const usableFacts = Object.fromEntries(
    fingerprintComponents
      .map(
        (component) =>
          [component, [facts[component] ?? []].flat().filter((value) => isUsable(value, component))] as const,
      )
      .filter(([, values]) => values.length > 0),
  );
  const completedFingerprint = createFingerprint(
    { ...makeStandInFacts(standIn), ...usableFacts },
    nodePrimitives,
    licensedFingerprint,
  );
  return { machineName, fingerprint: completedFingerprint, isStandIn: true, virtualMachine };
}

const isUsable = (value: string, component: FingerprintComponent): boolean =>
  normalizeFact(value, component) !== undefined;

/**
 * Creates facts for a computer that has too few hardware facts of its own, such as a container. The facts are derived from a stored random
 * seed and from the position of its file in the file system, so that a copy of the folder gives other facts.
 */
function makeStandInFacts({ seed, placeHint }: StandInIdentity): MachineFacts {
  const hash = (label: string): string =>
    createHash('sha256').update(`basics-stand-in-v1\n${label}\n${seed}\n${placeHint}`).digest('hex');
  return { 'machine-id': hash('machine-id'), 'board-id': hash('board-id') };
}

/**
 * Returns notes about this PC for the user, each of one or two sentences. `folder` is the state folder of the tool,
 * which the notes name.
 */
export function describePc({ isStandIn, virtualMachine, isCopy }: PcNotes, folder: string): string[] {
  return [
    ...(virtualMachine === undefined
      ? []
      : [
          `This PC is a virtual machine (${virtualMachine}). A copy of it is another PC and needs a licence of its own.`,
        ]),
    ...(isStandIn
      ? [
          `This computer cannot be identified by its hardware (is it a container?). A random identity is stored in ${folder} instead. ` +
            'Keep that folder where it is, or the licence will stop working: in a copy of it, the identity is another one.',
        ]
      : []),
    ...(isCopy
      ? ['This PC has the machine ID of the licensed PC: its system is a copy, or its disk comes from there.']
      : []),
  ];
}
