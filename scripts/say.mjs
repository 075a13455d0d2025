/** Tells a person how it goes; on standard error, so that standard output stays the server's own. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An end that says what happened and what to do next; nobody needs its stack. */
export class DeadEnd extends Error {}

/**
 * Runs a command and says a dead end that it comes to, with exit code 1; false if it came to one.
 * @param {() => Promise<void>} command
 */
export async function orDeadEnd(command) {
  try {
    await command();
    return true;
  } catch (error) {
    if (!(error instanceof DeadEnd)) throw error;
    say(error.message);
    process.exitCode = 1;
    return false;
  }
}

/** Whole seconds since a `performance.now()`, as people read them. @param {number} start */
export const seconds = (start) => `${Math.max(1, Math.round((performance.now() - start) / 1000))} s`;
