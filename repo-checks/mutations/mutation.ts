/**
 * A fault that is planted in a copy of the source text, and the test that must fail because of it. `search` occurs exactly once in `file`.
 */
export type Mutation = {
  /** The wrong behaviour of the product with this fault. */
  fault: string;
  /** Path from the root. */
  file: string;
  search: string;
  replacement: string;
  /** The project of vitest.config.ts, the file from the root, and a part of the test's title. */
  test: { project: 'contract' | 'server' | 'portal' | 'portal-values'; file: string; title: string };
};
