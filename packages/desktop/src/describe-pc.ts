import type { PcNotes } from './identify-pc.ts';

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
