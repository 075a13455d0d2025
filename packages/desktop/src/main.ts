import { runActivate, runRenew } from './portal/activate-command.ts';
import { runCode } from './command/code-command.ts';
import type { Command } from './command/command.ts';
import { help } from './command/help.ts';
import { runCheck, runInstall, runStatus } from './command/licence-commands.ts';
import { runPortal } from './portal/portal-command.ts';
import { runReturn } from './command/return-command.ts';
import { runSignIn, runSignOut } from './portal/session-commands.ts';
import { revocationsCommand } from './command/revocations-command.ts';
import { ToolProblem, type ToolProblemCode, createUsageProblem } from './tool-problem.ts';
import { runKeys, runTrust } from './portal/trust-command.ts';
import { createEnvironment, type Environment } from './command/environment.ts';

const commands = new Map<string, Command>([
  ['activate', runActivate],
  ['renew', runRenew],
  ['code', runCode],
  ['install', runInstall],
  ['status', runStatus],
  ['return', runReturn],
  ['check', runCheck],
  ['revocations', revocationsCommand],
  ['trust', runTrust],
  ['keys', runKeys],
  ['portal', runPortal],
  ['sign-in', runSignIn],
  ['sign-out', runSignOut],
]);

/**
 * The exit codes of errors. Errors that are not listed here (about a file, a folder or the network) have the exit code
 * 1.
 */
const exitCodes = new Map<ToolProblemCode, number>([
  ['USAGE', 2],
  ['NOT_SIGNED_IN', 3],
  ['SIGN_IN_REFUSED', 3],
  ['NOT_CONFIRMED', 3],
  ['REFUSED_IN_PORTAL', 3],
  ['HUMAN_VERIFICATION_NEEDED', 3],
]);

/** Runs one command in the given environment and returns its exit code. This function throws only if there is an error in the program. */
export async function run(args: readonly string[], environment: Environment): Promise<number> {
  try {
    return await runSubcommand(args, environment);
  } catch (problem) {
    if (!(problem instanceof ToolProblem)) throw problem;
    environment.note(`basics: ${problem.code}: ${problem.message} Next: ${problem.nextStep}`);
    return exitCodes.get(problem.code) ?? 1;
  }
}

/** Runs the command that a user has typed into a shell. */
export async function runFromShell(): Promise<void> {
  // A program such as `head` closes the pipe before it has read the whole output. The closed pipe is not an error.
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await run(process.argv.slice(2), createEnvironment());
}

async function runSubcommand(args: readonly string[], environment: Environment): Promise<number> {
  const [subcommand, ...rest] = args;
  if (subcommand === undefined)
    throw createUsageProblem(
      'Enter a command: activate, renew, code, install, status, return, check, revocations, trust, keys, portal, sign-in or sign-out.',
    );
  if (args.includes('--help') || subcommand === 'help' || subcommand === '-h') {
    environment.print(help);
    return 0;
  }
  if (subcommand === '--version' || subcommand === '-v') {
    environment.print('basics 1.0.1');
    return 0;
  }
  const command = commands.get(subcommand);
  if (command === undefined) throw createUsageProblem(`Unknown command "${subcommand}".`);
  return command(rest, environment);
}
