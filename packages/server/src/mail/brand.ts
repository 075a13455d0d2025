import * as z from 'zod/mini';
import type { Db } from '../database/foundation.ts';
import { readMailbox, type Mailbox } from './plain-text.ts';
import { findBrandsDefaultFirst } from './outbox.repository.ts';

const colourPair = z.tuple([
  z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i)),
  z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i)),
]);
const colourTokens = z.object({ brand: colourPair, 'on-brand': colourPair, 'brand-text': colourPair });

/**
 * The properties of a brand that its e-mails show. Each colour has two values: for the light and for the dark colour
 * scheme.
 */
type LetterBrand = {
  id: string;
  name: string;
  legalEntity: string;
  supportEmail: string;
  sender: Mailbox;
  markSvg: string;
  colours: z.infer<typeof colourTokens>;
};

/** The brand that an e-mail shows, and the address of the portal for its links. `publicUrl` has no slash at its end. */
export type LetterFrame = { brand: LetterBrand; publicUrl: string };

/** Finds the brand of an e-mail; the default brand if the recipient has none. */
export async function findLetterBrand(db: Db, brandId: string | null): Promise<LetterBrand> {
  const brands = await findBrandsDefaultFirst(db);
  const brand = brands.find(({ id }) => id === brandId) ?? brands[0];
  if (!brand) throw new Error('the table of brands is empty');
  return {
    id: brand.id,
    name: brand.name,
    legalEntity: brand.legalEntity,
    supportEmail: brand.supportEmail,
    sender: createSender(brand),
    markSvg: brand.markSvg,
    colours: colourTokens.parse(JSON.parse(brand.tokens)),
  };
}

export function createSender(brand: { name: string; senderAddress: string }): Mailbox {
  const sender = readMailbox(brand.senderAddress);
  if (!sender) throw new Error(`the brand ${brand.name} has no sender address`);
  return { name: sender.name || brand.name, address: sender.address };
}
