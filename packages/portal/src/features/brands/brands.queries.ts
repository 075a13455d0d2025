import { brands } from '@basics/contract/brands.ts';
import type { BrandInFull, Picture } from '@basics/contract/brands.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

const room = 'brands';

export const allBrands = queryOptions({
  queryKey: [room, 'list'],
  queryFn: async ({ signal }) => (await call(brands.list, { signal })).items,
});

/** One brand to edit: always loaded from the server, and never refreshed while the user types. */
export const brandToEdit = (id: string) =>
  queryOptions({
    queryKey: [room, 'edit', id],
    queryFn: ({ signal }) => call(brands.get, { params: { id }, signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export type NewBrand = Body<typeof brands.create>;
export type ChangedBrand = Body<typeof brands.update>;

export const createBrand = (body: NewBrand): Promise<BrandInFull> => call(brands.create, { body });

export const updateBrand = (id: string, body: ChangedBrand): Promise<BrandInFull> =>
  call(brands.update, { params: { id }, body });

export const makeDefault = ({ id, version }: BrandInFull): Promise<BrandInFull> =>
  call(brands.makeDefault, { params: { id }, body: { version } });

export const replacePicture = ({ id, version }: BrandInFull, which: Picture, svg: string): Promise<BrandInFull> =>
  call(brands.setPicture, { params: { id, which }, body: { version, svg } });

export const removeBrand = (id: string): Promise<undefined> => call(brands.remove, { params: { id } });

/** Called after any change: other lists show brands too. */
export async function forgetBrands(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== room || queryKey[1] === 'list' });
}

/** The address of an image, with the version so that the browser does not show an older one from its cache. */
export const pictureOf = ({ id, version }: BrandInFull, which: Picture): string =>
  `/brands/${encodeURIComponent(id)}/${which}.svg?version=${version}`;
