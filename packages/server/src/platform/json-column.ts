import * as z from 'zod/mini';

/** Reads a JSON column with a list of texts; throws for anything else, because only the portal writes it. */
export const parseTexts = (json: string): string[] => textsSchema.parse(JSON.parse(json));

/** Reads a JSON value with a list of numbers. */
export const parseNumbers = (json: string): number[] => numbersSchema.parse(JSON.parse(json));

/** Reads a JSON column with an object. */
export const parseObject = (json: string): Record<string, unknown> => objectSchema.parse(JSON.parse(json));

const textsSchema = z.array(z.string());
const numbersSchema = z.array(z.number());
const objectSchema = z.record(z.string(), z.unknown());
