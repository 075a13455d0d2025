import * as z from 'zod/mini';

/** Reads a JSON column with a list of texts; throws for anything else, because only the portal writes it. */
export const parseTexts = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/** Reads a JSON column with an object. */
export const parseObject = (json: string): Record<string, unknown> =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(json));
