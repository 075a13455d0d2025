import { brands, listUses, type FullBrand, type Picture } from '@basics/contract/brands/brands.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';
import { formatList } from '#portal/messages/formats.ts';

const brandsKey = 'brands';

export const allBrands = queryOptions({
  queryKey: [brandsKey, 'list'],
  queryFn: async ({ signal }) => (await call(brands.list, { signal })).items,
});

/** Loads one brand for editing. The brand is never taken from the cache, and not reloaded while the user types. */
export const createBrandQuery = (id: string) =>
  queryOptions({
    queryKey: [brandsKey, 'edit', id],
    queryFn: ({ signal }) => call(brands.get, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Names the first two kinds of records that use a brand; empty if there are none. */
export const describeUses = (uses: FullBrand['usedBy']): string => formatList(listUses(uses).slice(0, 2));

export type NewBrand = Body<typeof brands.create>;
export type ChangedBrand = Body<typeof brands.update>;

export const createBrand = (body: NewBrand): Promise<FullBrand> => call(brands.create, { body });

export const updateBrand = (id: string, body: ChangedBrand): Promise<FullBrand> =>
  call(brands.update, { params: { id }, body });

export const makeDefault = ({ id, version }: FullBrand): Promise<FullBrand> =>
  call(brands.makeDefault, { params: { id }, body: { version } });

export const replacePicture = ({ id, version }: FullBrand, picture: Picture, svg: string): Promise<FullBrand> =>
  call(brands.setPicture, { params: { id, which: picture }, body: { version, svg } });

export const removeBrand = (id: string): Promise<undefined> => call(brands.remove, { params: { id } });

/**
 * Reloads every query except the brand that is being edited. Call this function after a change of a brand, because
 * other lists show brands too.
 */
export async function invalidateBrands(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== brandsKey || queryKey[1] === 'list' });
}

/**
 * Returns the address of an image of a brand. The address contains the version, so that the browser does not show an old image from its
 * cache.
 */
export const createPictureAddress = ({ id, version }: FullBrand, picture: Picture): string =>
  `/brands/${encodeURIComponent(id)}/${picture}.svg?version=${version}`;
