import { readIfExists, writeAtomically } from './atomic-file.ts';
import { decodeText } from './decode-text.ts';
import { ToolProblem } from './tool-problem.ts';

/** A file that is stored in two folders, so that nothing is lost when one copy is deleted or edited. */
export type StoredTwice = {
  /** Reads the texts of the copies that exist. */
  read(): string[];
  /** Writes the copies that differ. */
  write(text: string): void;
};

/** Creates a file with two copies. The second copy is optional, because a service often has no user folder in which it may write. */
export function storeTwice(first: string, second: string): StoredTwice {
  return {
    read: () =>
      [readTextOrUndefined(first), orUndefined(() => readTextOrUndefined(second))].filter((text) => text !== undefined),
    write(text) {
      if (readTextOrUndefined(first) !== text) writeAtomically(first, text, true);
      orUndefined(() => {
        if (readTextOrUndefined(second) !== text) writeAtomically(second, text, true);
      });
    },
  };
}

function readTextOrUndefined(path: string): string | undefined {
  const bytes = readIfExists(path);
  return bytes === undefined ? undefined : decodeText(bytes);
}

/** Returns the result of an action, undefined if a file that the tool does not need causes a problem. */
export function orUndefined<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (problem) {
    if (problem instanceof ToolProblem) return undefined;
    throw problem;
  }
}
