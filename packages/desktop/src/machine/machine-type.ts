import type { MachineFacts } from '@basics/licensing/fingerprint.ts';

/**
 * A PC: its name, the hardware facts that could be read, and, if the PC is a virtual machine, the kind of the virtual
 * machine.
 */
export type Machine = { name: string; facts: MachineFacts; virtualMachine?: string | undefined };
