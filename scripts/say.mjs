/**
 * Prints a line about progress on standard error, because standard output is only for the output of the server.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure whose message says what happened and what to do next. Its message is printed without a stack. */
export class CommandFailure extends Error {}

/**
 * Runs a command. If the command throws a `CommandFailure`, the function prints the message, sets the exit code 1 and
 * returns false.
 * @param {() => Promise<void>} command
 */
export async function runCommandLine(command) {
  try {
    await command();
    return true;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    say(error.message);
    process.exitCode = 1;
    return false;
  }
}

/**
 * Formats the time since `startTime` (a value of `performance.now()`) in whole seconds, for people.
 * @param {number} startTime
 */
export const formatSeconds = (startTime) => `${Math.max(1, Math.round((performance.now() - startTime) / 1000))} s`;
