import { readIfExists, writeAtomically } from './atomic-file.ts';
import { decodeText } from './decode-text.ts';
import { ToolProblem } from './tool-problem.ts';

/** A file that is kept in two folders, so that deleting or editing one of them loses nothing. */
export type StoredTwice = {
  /** The texts of the copies that exist. */
  read(): string[];
  /** Writes the copies that differ. */
  write(text: string): void;
};

/** The second copy is optional: a service often has no folder of a user in which it may write. */
export function storeTwice(first: string, second: string): StoredTwice {
  return {
    read: () => [textOf(first), optional(() => textOf(second))].filter((text) => text !== undefined),
    write(text) {
      if (textOf(first) !== text) writeAtomically(first, text, true);
      optional(() => {
        if (textOf(second) !== text) writeAtomically(second, text, true);
      });
    },
  };
}

function textOf(path: string): string | undefined {
  const bytes = readIfExists(path);
  return bytes === undefined ? undefined : decodeText(bytes);
}

/** The result, undefined for a problem with a file that the tool can do without. */
export function optional<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof ToolProblem) return undefined;
    throw problem;
  }
}
