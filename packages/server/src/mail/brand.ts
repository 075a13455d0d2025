import * as z from 'zod/mini';
import type { Db } from '#server/database/database.ts';
import { readMailbox } from './mailbox.ts';
import type { Mailbox } from './mailbox.ts';
import { findBrandsDefaultFirst } from './outbox.repository.ts';

const pair = z.tuple([z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i)), z.string().check(z.regex(/^#[0-9a-f]{3,8}$/i))]);
const tokens = z.object({ brand: pair, 'on-brand': pair, 'brand-text': pair });

/** A brand as its letters show it, with each colour for the light and the dark scheme. */
type LetterBrand = {
  id: string;
  name: string;
  legalEntity: string;
  supportEmail: string;
  sender: Mailbox;
  markSvg: string;
  colours: z.infer<typeof tokens>;
};

/** What the letters of an installation share. `publicUrl` has no slash at its end. */
export type Frame = { brand: LetterBrand; publicUrl: string };

/** The brand of a letter; the default brand if the recipient has none. */
export async function toLetterBrand(db: Db, brandId: string | null): Promise<LetterBrand> {
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
    colours: tokens.parse(JSON.parse(brand.tokens)),
  };
}

export function createSender(brand: { name: string; senderAddress: string }): Mailbox {
  const sender = readMailbox(brand.senderAddress);
  if (!sender) throw new Error(`the brand ${brand.name} has no sender address`);
  return { name: sender.name || brand.name, address: sender.address };
}
