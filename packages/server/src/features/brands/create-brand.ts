import { maxBrands } from '@basics/contract/brands.ts';
import type { brands } from '@basics/contract/brands.ts';
import type { BrandTheme } from '@basics/contract/contrast.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { words } from '@basics/contract/words.ts';
import { invalid } from '#server/platform/problem.ts';
import { insertMissingPolicies } from '#server/platform/starting-policies.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { acceptBrand } from './accept-brand.ts';
import { insertBrand, lockBrands, replaceHosts } from './brands.repository.ts';
import type { BrandRow } from './brands.repository.ts';
import { record, pickAuditFields } from './write-brand.ts';

type NewBrand = Body<typeof brands.create>;

/** Creates a brand with its host names, a starting logo, and a licence policy for every profile and tool. Throws INVALID with the wrong fields. */
export function createBrand(writing: WriteContext, body: NewBrand): Promise<void> {
  return writing.database.transact(async (trx) => {
    const there = await lockBrands(trx);
    if (there.length >= maxBrands) throw invalid({ code: words.brandsFull });
    const accepted = await acceptBrand(trx, body.id, body, findTakenFields(there, body));
    const sign = createStartingLogo(body.tokens);
    const fixed = { id: body.id, theme: body.theme, code: body.code };
    await insertBrand(trx, { ...fixed, ...accepted.columns, markSvg: sign, faviconSvg: sign, isDefault: 0 });
    await replaceHosts(trx, body.id, accepted.hosts);
    await insertMissingPolicies(trx);
    await record(trx, writing, {
      action: 'brand.create',
      id: body.id,
      after: { ...fixed, ...pickAuditFields(accepted) },
    });
  });
}

/** Checks what must be unique among brands, and two ids that collide with paths of the API. */
const findTakenFields = (there: readonly BrandRow[], { id, theme, code }: NewBrand): Record<string, string> => ({
  ...((id === 'data' || there.some((row) => row.id === id)) && { id: words.brandIdTaken }),
  ...(there.some((row) => row.theme === theme) && { theme: words.brandThemeTaken }),
  ...(there.some((row) => row.code === code) && { code: words.brandCodeTaken }),
});

/** The logo of a brand without its own: a ring on the brand's colour, visible on light and on dark. */
export const createStartingLogo = ({ brand, onBrand }: BrandTheme): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><rect width="40" height="40" rx="9" fill="${brand.dark}"/><circle cx="20" cy="20" r="8" fill="none" stroke="${onBrand.dark}" stroke-width="5"/></svg>`;
