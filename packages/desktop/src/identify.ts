import {
  countPresentComponents,
  createFingerprint,
  isCopiedSystem,
  relateFingerprints,
} from '@basics/licensing/fingerprint.ts';
import { toMachineName } from '@basics/licensing/machine-name.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Machine } from './machine/machine-type.ts';
import { makeStandInFacts } from './stand-in.ts';
import type { ToolState } from './tool-state.ts';

/** How a tool reads the facts of its PC. `isFresh`: read anew; otherwise they may be a day old, see `cached-machine.ts`. */
export type ReadMachine = (isFresh: boolean) => Machine;

/** The PC for codes and checks. */
export type Identity = {
  machineName: string;
  fingerprint: Uint8Array;
  /** The PC has fewer than two facts of its own: those of `makeStandInFacts` are used for the rest. */
  isStandIn: boolean;
  /** The name of the virtual machine; undefined on a real PC. */
  virtualMachine: string | undefined;
};

/** What people should know of a PC that a licence was compared with. `isCopy`: its machine id is that of the licensed PC, which is another. */
export type PcNotes = Pick<Identity, 'isStandIn' | 'virtualMachine'> & { isCopy: boolean };

type IdentityContext = { machine: ReadMachine; state: ToolState };

/** Reads the facts anew. `licensed`: see `createFingerprint`. */
export function identifyAnew({ machine, state }: IdentityContext, licensed?: Uint8Array): Identity {
  return toIdentity(machine(true), state, licensed);
}

/** Compares the PC with a licence. Only facts that were read anew make it another PC. */
export function identify(context: IdentityContext, licensed: Uint8Array): Identity {
  const identity = toIdentity(context.machine(false), context.state, licensed);
  const isKnown = relateFingerprints(licensed, identity.fingerprint) !== 'different';
  return isKnown ? identity : identifyAnew(context, licensed);
}

export const notePc = ({ fingerprint, isStandIn, virtualMachine }: Identity, licensed: Uint8Array): PcNotes => ({
  isStandIn,
  virtualMachine,
  isCopy: isCopiedSystem(licensed, fingerprint),
});

function toIdentity({ name, facts, virtualMachine }: Machine, state: ToolState, licensed?: Uint8Array): Identity {
  const machineName = toMachineName(name);
  const fingerprint = createFingerprint(facts, nodePrimitives, licensed);
  if (countPresentComponents(fingerprint) >= 2) return { machineName, fingerprint, isStandIn: false, virtualMachine };
  const filled = createFingerprint({ ...makeStandInFacts(state), ...facts }, nodePrimitives, licensed);
  return { machineName, fingerprint: filled, isStandIn: true, virtualMachine };
}
