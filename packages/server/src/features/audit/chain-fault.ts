import * as z from 'zod/mini';
import { serverTexts } from '#server/platform/texts/language.ts';

/** The limit of the times that JavaScript can write, in milliseconds before and after 1970. */
const maxTimeMs = 8.64e15;

/** Where a hash was kept outside the audit log: in a seal, in a licence, or by the operator. `at` is in milliseconds. */
const witnessSourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seal'),
    at: z.int().check(z.minimum(-maxTimeMs), z.maximum(maxTimeMs)),
    auditId: z.int(),
  }),
  z.strictObject({ kind: z.literal('licence'), id: z.string() }),
  z.strictObject({ kind: z.literal('given') }),
]);
export type WitnessSource = z.infer<typeof witnessSourceSchema>;

/** What is wrong with the audit log: the fault of an entry, or the source of a hash that is not in the log. */
const chainFaultSchema = z.union([
  z.enum(['headRemoved', 'inserted', 'valuesRemoved', 'removed', 'previousChanged', 'changed', 'nextRemoved']),
  witnessSourceSchema,
]);
export type ChainFault = z.infer<typeof chainFaultSchema>;

/** Returns the sentence for a fault, in the active language. */
export function describeChainFault(fault: ChainFault): string {
  const { chainFaults } = serverTexts();
  return typeof fault === 'string' ? chainFaults[fault]() : chainFaults.rewritten(describeWitness(fault));
}

function describeWitness(source: WitnessSource): string {
  const { witnesses } = serverTexts();
  if (source.kind === 'seal') return witnesses.seal(new Date(source.at).toISOString(), source.auditId);
  return source.kind === 'licence' ? witnesses.licence(source.id) : witnesses.given();
}

/** Converts a fault to the JSON text that the database stores. */
export const formatChainFault = (fault: ChainFault): string => JSON.stringify(fault);

/**
 * Returns the sentence for a stored fault, in the active language. Any other text is returned unchanged: a fault of a later
 * version, or a text that someone has written into the database.
 */
export function describeStoredFault(storedText: string): string {
  const fault = chainFaultSchema.safeParse(readJson(storedText));
  return fault.success ? describeChainFault(fault.data) : storedText;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The text is not JSON, so it is no fault of this version.
  }
}
