import { readStateFile, writeAtomically, decodeText } from './atomic-file.ts';
import { ToolProblem } from '../tool-problem.ts';

/** A file that is stored in two folders, so that nothing is lost when one copy is deleted or edited. */
export type StoredTwice = {
  /** Reads the texts of all copies that exist and can be read. */
  read(): string[];
  /** Writes the text into each copy that has another text. Throws the problem FILE_NOT_WRITABLE if no copy has the text then. */
  write(text: string): void;
};

/**
 * Returns functions that read and write a file with two copies. One copy is enough: a service often has no user folder in which it may
 * write, and the state folder may be read-only.
 */
export function storeTwice(firstPath: string, secondPath: string): StoredTwice {
  return {
    read: () =>
      [firstPath, secondPath]
        .map((path) => ignoreToolProblem(() => readTextOrUndefined(path)))
        .filter((text) => text !== undefined),
    write(text) {
      const secondProblem = catchToolProblem(() => writeCopy(secondPath, text));
      const firstProblem = catchToolProblem(() => writeCopy(firstPath, text));
      if (firstProblem !== undefined && secondProblem !== undefined) throw firstProblem;
    },
  };
}

/** A copy that cannot be read is written again. */
function writeCopy(path: string, text: string): void {
  if (ignoreToolProblem(() => readTextOrUndefined(path)) !== text) writeAtomically(path, text, true);
}

function readTextOrUndefined(path: string): string | undefined {
  const bytes = readStateFile(path);
  return bytes === undefined ? undefined : decodeText(bytes);
}

/** Runs an action, and returns the `ToolProblem` that it throws, if any. */
export function catchToolProblem(action: () => void): ToolProblem | undefined {
  try {
    action();
    return undefined;
  } catch (problem) {
    if (problem instanceof ToolProblem) return problem;
    throw problem;
  }
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
