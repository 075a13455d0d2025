import type { MachineFacts } from '@basics/licensing/fingerprint.ts';

/** A PC as the tool sees it: its name, those of the facts that could be read, and the name of the virtual machine if it is one. */
export type Machine = { name: string; facts: MachineFacts; virtualMachine?: string | undefined };
