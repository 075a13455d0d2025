import { readIfExists, writeAtomically, decodeText } from './atomic-file.ts';
import { ToolProblem } from '../tool-problem.ts';

/** A file that is stored in two folders, so that nothing is lost when one copy is deleted or edited. */
export type StoredTwice = {
  /** Reads the texts of all copies that exist. */
  read(): string[];
  /** Writes the text into each copy that has another text. */
  write(text: string): void;
};

/**
 * Returns functions that read and write a file with two copies. The second copy of the file is optional, because a service often has no
 * user folder in which it may write.
 */
export function storeTwice(firstPath: string, secondPath: string): StoredTwice {
  return {
    read: () =>
      [readTextOrUndefined(firstPath), ignoreToolProblem(() => readTextOrUndefined(secondPath))].filter(
        (text) => text !== undefined,
      ),
    write(text) {
      if (readTextOrUndefined(firstPath) !== text) writeAtomically(firstPath, text, true);
      ignoreToolProblem(() => {
        if (readTextOrUndefined(secondPath) !== text) writeAtomically(secondPath, text, true);
      });
    },
  };
}

function readTextOrUndefined(path: string): string | undefined {
  const bytes = readIfExists(path);
  return bytes === undefined ? undefined : decodeText(bytes);
}

/** Returns the result of an action on a file that the tool does not need. Returns undefined if the action throws a `ToolProblem`. */
export function ignoreToolProblem<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (problem) {
    if (problem instanceof ToolProblem) return undefined;
    throw problem;
  }
}
