import { codeCommand } from './command/code-command.ts';
import type { Command } from './command/command.ts';
import { help } from './command/help.ts';
import { checkCommand, installCommand, statusCommand } from './command/licence-commands.ts';
import { portalCommand } from './command/portal-command.ts';
import { signInCommand, signOutCommand } from './command/session-commands.ts';
import { revocationsCommand } from './command/revocations-command.ts';
import { ToolProblem, type ToolProblemCode } from './tool-problem.ts';
import { keysCommand, trustCommand } from './command/trust-command.ts';
import { usage } from './command/usage.ts';
import { realWorld, type World } from './command/world.ts';

const commands = new Map<string, Command>([
  ['code', codeCommand],
  ['install', installCommand],
  ['status', statusCommand],
  ['check', checkCommand],
  ['revocations', revocationsCommand],
  ['trust', trustCommand],
  ['keys', keysCommand],
  ['portal', portalCommand],
  ['sign-in', signInCommand],
  ['sign-out', signOutCommand],
]);

/** Every other error concerns a file, a folder or the network: 1. */
const exitCodes = new Map<ToolProblemCode, number>([
  ['USAGE', 2],
  ['NOT_SIGNED_IN', 3],
  ['SIGN_IN_REFUSED', 3],
  ['HUMAN_VERIFICATION_NEEDED', 3],
]);

/** Runs one command in the given world and returns its exit code. It throws only on a programming error. */
export async function run(words: readonly string[], world: World): Promise<number> {
  try {
    return await runWord(words, world);
  } catch (problem) {
    if (!(problem instanceof ToolProblem)) throw problem;
    world.note(`basics: ${problem.code}: ${problem.message} Next: ${problem.nextStep}`);
    return exitCodes.get(problem.code) ?? 1;
  }
}

/** The entry point of the shell command. */
export async function runFromShell(): Promise<void> {
  // A reader such as `head` closes the pipe when it has read enough; that is no error.
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), realWorld());
}

async function runWord(words: readonly string[], world: World): Promise<number> {
  const [word, ...rest] = words;
  if (word === undefined)
    throw usage(
      'Enter a command: code, install, status, check, revocations, trust, keys, portal, sign-in or sign-out.',
    );
  if (words.includes('--help') || word === 'help' || word === '-h') {
    world.print(help);
    return 0;
  }
  if (word === '--version' || word === '-v') {
    world.print('basics 1.0.1');
    return 0;
  }
  const command = commands.get(word);
  if (command === undefined) throw usage(`Unknown command "${word}".`);
  return command(rest, world);
}
