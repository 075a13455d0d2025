import type { MachineFacts } from '@basics/licensing/fingerprint.ts';

/** A PC: its name, the facts that could be read, and the name of the virtual machine if it is one. */
export type Machine = { name: string; facts: MachineFacts; virtualMachine?: string | undefined };
