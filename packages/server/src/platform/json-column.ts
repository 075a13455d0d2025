import * as z from 'zod/mini';

/** Reads a JSON column with a list of texts; throws for anything else, because only the portal writes it. */
export const parseTexts = (json: string): string[] => texts.parse(JSON.parse(json));

/** Reads a JSON value with a list of numbers. */
export const parseNumbers = (json: string): number[] => numbers.parse(JSON.parse(json));

/** Reads a JSON column with an object. */
export const parseObject = (json: string): Record<string, unknown> => object.parse(JSON.parse(json));

const texts = z.array(z.string());
const numbers = z.array(z.number());
const object = z.record(z.string(), z.unknown());
