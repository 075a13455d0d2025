import { formatPlural } from '#portal/messages/formats.ts';

/** "1 licence", "3 licences": a number and an English noun with a regular plural. */
export const counted = (count: number, noun: string): string => formatPlural(count, { one: noun, other: `${noun}s` });
