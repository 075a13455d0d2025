/** A tool with a state folder, for Node.js: make code, install, status, check, and revocation lists. */
export { createTool } from '@basics/desktop/basics-tool.ts';
export { readLinuxMachine } from '@basics/desktop/machine/linux-facts.ts';
export type { Machine } from '@basics/desktop/machine/linux-facts.ts';
export type { ToolSettings } from '@basics/desktop/basics-tool.ts';
export type { CreatedCode, Finding, Tool } from '@basics/desktop/tool.ts';
export { findingTexts as findingWords } from '@basics/desktop/finding-texts.ts';
export { ToolProblem } from '@basics/desktop/tool-problem.ts';
