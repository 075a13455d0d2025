// SPDX-License-Identifier: Apache-2.0
/** A tool with a state folder, for Node.js: make code, install, status, check, and revocation lists. */
export { createTool } from '@basics/desktop/basics-tool.ts';
export { readLinuxMachine } from '@basics/desktop/machine/linux-facts.ts';
export { readMacMachine, readWindowsMachine } from '@basics/desktop/machine/machine.ts';
export type { Machine } from '@basics/desktop/machine/linux-facts.ts';
export type { ToolSettings } from '@basics/desktop/basics-tool.ts';
export type { CreatedCode, Finding, Tool } from '@basics/desktop/tool.ts';
export { ToolProblem } from '@basics/desktop/tool-problem.ts';
export { activate, getLicence } from '@basics/desktop/portal/activation-calls.ts';
export type {
  Activation,
  ActivationFinding,
  ActivationSettings,
  Question,
} from '@basics/desktop/portal/activation-calls.ts';
export { refresh } from '@basics/desktop/portal/refresh.ts';
export type { Refreshed, Release } from '@basics/desktop/portal/refresh.ts';
