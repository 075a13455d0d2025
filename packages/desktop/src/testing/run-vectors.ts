import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { findWrongAnswers } from '@basics/licensing/testing/vectors/run-case.ts';
import type { VectorCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { join } from 'node:path';
import { runSteps } from './run-steps.ts';

/** Returns the id of the first case with a wrong answer. An error is a wrong answer too. Cases with recorded PCs are not run. */
export function findWrongCase(cases: readonly VectorCase[], folder: string): string | undefined {
  for (const [at, each] of cases.entries()) {
    try {
      const isWrong =
        each.kind === 'steps'
          ? runSteps(each, join(folder, `${at}`)).join() !== each.expect.join()
          : findWrongAnswers([each], nodePrimitives).length > 0;
      if (isWrong) return each.id;
    } catch (error) {
      return `${each.id} (${String(error).slice(0, 80)})`;
    }
  }
  return undefined;
}
