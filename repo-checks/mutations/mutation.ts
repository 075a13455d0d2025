/**
 * A fault that is planted in a source file, and the test that must fail because of the fault. The text `search`, which must occur exactly
 * once in `file`, is replaced by `replacement`.
 */
export type Mutation = {
  /** What the product does wrong because of this fault. */
  fault: string;
  /** Path from the root. */
  file: string;
  search: string;
  replacement: string;
  /** The project of vitest.config.ts, the path of the test file from the root, and a part of the test's title. */
  test: { project: 'contract' | 'server' | 'portal' | 'portal-values'; file: string; title: string };
};
