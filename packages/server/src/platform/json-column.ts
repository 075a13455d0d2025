import * as z from 'zod/mini';

/** A JSON column that holds a list of texts; throws where it holds anything else, because we alone write it. */
export const textsIn = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/** A JSON column that holds an object. */
export const objectIn = (json: string): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(json));
