/** Tells a person how it goes; on standard error, so that standard output stays the server's own. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An end that says what happened and what to do next; nobody needs its stack. */
export class DeadEnd extends Error {}

/**
 * Runs a command and lets a dead end be its last line, with exit code 1.
 * @param {() => Promise<void>} command
 */
export async function orDeadEnd(command) {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof DeadEnd)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}

/** Whole seconds since a `performance.now()`, as people read them. @param {number} start */
export const seconds = (start) => `${Math.max(1, Math.round((performance.now() - start) / 1000))} s`;
