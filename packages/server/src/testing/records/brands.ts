import { brands, type FullBrand } from '@basics/contract/brands/brands.ts';
import type { BrandTheme } from '@basics/contract/brands/contrast.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findAuditEntries } from '../audit-of.ts';
import { createTestDatabase, type DatabaseKind } from '../database/databases.ts';
import { addPerson } from './people.ts';
import { openPortal } from '../portal.ts';

/** A green brand theme in which every pair of colours has enough contrast. */
export const greenTheme: BrandTheme = {
  brand: { light: '#17693a', dark: '#1f7f49' },
  brandHover: { light: '#11512c', dark: '#186a3c' },
  onBrand: { light: '#ffffff', dark: '#ffffff' },
  brandSoft: { light: '#e8f6ed', dark: '#12301e' },
  brandText: { light: '#17693a', dark: '#7ed9a0' },
};

/** Creates a complete request body that adds a brand. */
export const createBrandBody = (overrides: Partial<Body<typeof brands.create>> = {}): Body<typeof brands.create> => ({
  id: 'green',
  theme: 'garden',
  code: 2,
  ...createBrandChange(),
  ...overrides,
});

type ChangeableBrand = Omit<Body<typeof brands.create>, 'id' | 'theme' | 'code'>;

/** Creates the request body that changes a brand, without its version. */
export const createBrandChange = (overrides: Partial<ChangeableBrand> = {}): ChangeableBrand => ({
  name: 'Basics Green',
  tokens: greenTheme,
  hosts: ['green.example'],
  supportEmail: 'support@green.example',
  legalEntity: 'Basics Green',
  senderAddress: 'Basics Green <no-reply@green.example>',
  ...overrides,
});

/** An SVG logo that the server accepts, in the normalised form that the server returns. */
export const svgPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#17693a"/></svg>';

/** Opens a portal with an administrator who manages the brands. */
export async function openBrands(kind: DatabaseKind, pages: string | null) {
  const portal = await openPortal(await createTestDatabase(kind), { pages });
  const root = await addPerson(portal, { profileId: 1 });
  const { token } = root;
  const get = async (id: string): Promise<FullBrand> =>
    brands.get.reply.parse((await portal.call(brands.get, { token, params: { id } })).body);
  const create = (overrides: Parameters<typeof createBrandBody>[0] = {}) =>
    portal.call(brands.create, { token, body: createBrandBody(overrides) });
  /** Reads the current version of a brand, and changes the brand. */
  const update = async (id: string, overrides: Record<string, unknown>) => {
    const { id: _, theme: __, code: ___, isDefault: ____, usedBy: _____, ...changeable } = await get(id);
    return portal.call(brands.update, { token, params: { id }, body: { ...changeable, ...overrides } });
  };
  const setPicture = async (id: string, svg: string, version?: number) =>
    portal.call(brands.setPicture, {
      token,
      params: { id, which: 'mark' },
      body: { svg, version: version ?? (await get(id)).version },
    });
  const remove = (id: string) => portal.call(brands.remove, { token, params: { id } });
  const load = (url: string, headers: Record<string, string> = {}) => portal.http.inject({ url, headers });
  const listAudited = async () =>
    (await findAuditEntries(portal, 'brand')).map(({ action, subjectId, actorId, before, after }) => ({
      said: `${actorId === root.id ? 'root' : actorId} ${action} ${subjectId}`,
      before,
      after,
    }));
  return { portal, token, get, create, update, setPicture, remove, load, audited: listAudited };
}
