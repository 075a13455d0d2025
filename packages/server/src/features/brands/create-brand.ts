import { maxBrands, type brands, type FullBrand } from '@basics/contract/brands/brands.ts';
import type { BrandTheme } from '@basics/contract/brands/contrast.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { invalid } from '#server/platform/problem.ts';
import { insertMissingPolicies } from '#server/platform/starting-policies.repository.ts';
import type { WriteAndReadContext } from '#server/platform/writing.ts';
import { acceptBrand } from './accept-brand.ts';
import { insertBrand, lockBrands, replaceHosts, type BrandRow } from './brands.repository.ts';
import { readBrand } from './list-brands.ts';
import { recordBrandChange, pickAuditFields } from './write-brand.ts';

type NewBrand = Body<typeof brands.create>;

/** Creates a brand with its host names, a starting logo, and a licence policy for every profile and tool. Throws INVALID with the wrong fields. */
export async function createBrand(context: WriteAndReadContext, body: NewBrand): Promise<FullBrand> {
  await context.database.transact(async (trx) => {
    const existingBrands = await lockBrands(trx);
    if (existingBrands.length >= maxBrands) throw invalid({ code: serverMessages.brandsFull });
    const acceptedBrand = await acceptBrand(trx, body.id, body, findTakenFields(existingBrands, body));
    const startingLogo = createStartingLogo(body.tokens);
    const fixedFields = { id: body.id, theme: body.theme, code: body.code };
    await insertBrand(trx, {
      ...fixedFields,
      ...acceptedBrand.columns,
      markSvg: startingLogo,
      faviconSvg: startingLogo,
      isDefault: 0,
    });
    await replaceHosts(trx, body.id, acceptedBrand.hosts);
    await insertMissingPolicies(trx);
    await recordBrandChange(trx, context, {
      action: 'brand.create',
      id: body.id,
      after: { ...fixedFields, ...pickAuditFields(acceptedBrand) },
    });
  });
  return readBrand(context, body.id);
}

/**
 * Returns a message for each field whose value another brand already has. The id `data` is refused too, because it is a path of the API.
 */
const findTakenFields = (
  existingBrands: readonly BrandRow[],
  { id, theme, code }: NewBrand,
): Record<string, string> => ({
  ...((id === 'data' || existingBrands.some((row) => row.id === id)) && { id: serverMessages.brandIdTaken }),
  ...(existingBrands.some((row) => row.theme === theme) && { theme: serverMessages.brandThemeTaken }),
  ...(existingBrands.some((row) => row.code === code) && { code: serverMessages.brandCodeTaken }),
});

/** Creates the first logo of a new brand: a ring on the colour of the brand, visible on light and dark pages. */
export const createStartingLogo = ({ brand, onBrand }: BrandTheme): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" rx="9" fill="${brand.dark}"/><circle cx="20" cy="20" r="8" fill="none" stroke="${onBrand.dark}" stroke-width="5"/></svg>`;
