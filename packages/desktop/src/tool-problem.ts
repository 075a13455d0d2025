/** An error whose cause is this computer and not a licence. A `ToolProblem` has a stable code, a message and the next step for the user. */
export class ToolProblem extends Error {
  readonly code: ToolProblemCode;
  readonly nextStep: string;

  constructor(code: ToolProblemCode, message: string, nextStep: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'ToolProblem';
    this.code = code;
    this.nextStep = nextStep;
  }
}

export type ToolProblemCode =
  | 'USAGE'
  | 'FILE_NOT_READABLE'
  | 'FILE_NOT_WRITABLE'
  | 'STATE_DAMAGED'
  | 'SIMULATED_PC_REFUSED'
  | 'PORTAL_NOT_REACHED'
  | 'PORTAL_REFUSED'
  | 'NOT_ENCRYPTED'
  | 'NOT_SIGNED_IN'
  | 'SIGN_IN_REFUSED'
  | 'HUMAN_VERIFICATION_NEEDED'
  | 'NOT_CONFIRMED'
  | 'REFUSED_IN_PORTAL'
  | 'KEYS_NOT_READABLE'
  | 'KEYS_CHANGED';

/** The texts for the usual errors of a file system. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  return reasonsByCode.get(code) ?? cause.message;
}

const reasonsByCode = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'it is on a read-only disk'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'part of its path is a file, not a folder'],
  ['EEXIST', 'something else has this name'],
]);

/** Creates the error for a command with wrong arguments. */
export function createUsageProblem(message: string): ToolProblem {
  return new ToolProblem('USAGE', message, 'See "basics --help".');
}
