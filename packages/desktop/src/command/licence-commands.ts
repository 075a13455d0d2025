import { answerFinding, basicsTool, readGiven, readWords, refuseWords, type Command } from './command.ts';
import { findingWords } from '#desktop/finding-words.ts';
import { refreshRevocations } from './revocations-command.ts';
import { findingAsJson, printFinding } from './print-finding.ts';

const options = { json: { type: 'boolean' } } as const;

/** `basics install`: exit code 0 when the licence is installed, valid or in its grace period. */
export const installCommand: Command = async (words, world) => {
  const { values, positionals } = readWords(words, options);
  const finding = basicsTool(world).install(await readGiven(positionals, world));
  if (values.json === true)
    world.print(JSON.stringify({ installed: finding.allowed, ...findingAsJson(finding, world) }));
  else if (finding.allowed) world.print(`Installed.\n${printFinding(finding, world)}`);
  else world.note(`Not installed. The previous licence is unchanged.\n${printFinding(finding, world)}`);
  return finding.allowed ? 0 : findingWords[finding.code].exitCode;
};

/** `basics status`: the exit code says whether the tool may run. */
export const statusCommand: Command = async (words, world) => {
  const { values, positionals } = readWords(words, { ...options, offline: { type: 'boolean' } });
  refuseWords(positionals);
  const tool = basicsTool(world);
  if (values.offline !== true) await refreshRevocations(tool, world);
  return answerFinding(tool.status(), values.json === true, world);
};

/** `basics check`: checks any licence, also one for another PC or another tool. */
export const checkCommand: Command = async (words, world) => {
  const { values, positionals } = readWords(words, options);
  return answerFinding(basicsTool(world).check(await readGiven(positionals, world)), values.json === true, world);
};
