import * as z from 'zod/mini';

/**
 * Parses a JSON column with a list of texts. Throws for any other value: only the portal writes the column, so another
 * value is a fault.
 */
export const parseTexts = (json: string): string[] => textsSchema.parse(JSON.parse(json));

/** Parses a JSON text that is a list of numbers. */
export const parseNumbers = (json: string): number[] => numbersSchema.parse(JSON.parse(json));

/** Parses a JSON column that contains an object. */
export const parseObject = (json: string): Record<string, unknown> => objectSchema.parse(JSON.parse(json));

const textsSchema = z.array(z.string());
const numbersSchema = z.array(z.number());
const objectSchema = z.record(z.string(), z.unknown());
