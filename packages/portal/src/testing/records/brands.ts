import { brands, type FullBrand } from '@basics/contract/brands/brands.ts';
import { legal } from '@basics/contract/legal/legal.ts';
import type { FakeServer } from '../fake-server.ts';

const noUses = { users: 0, grants: 0, requestedTools: 0, assignments: 0, licences: 0, letters: 0 };

/** Basics Blue as it is delivered: the default brand, with users and a licence. */
export const blue: FullBrand = {
  id: 'blue',
  theme: 'product',
  code: 0,
  name: 'Basics Blue',
  tokens: {
    brand: { light: '#1d4ed8', dark: '#2f5fe0' },
    brandHover: { light: '#1a43b8', dark: '#2a56cc' },
    onBrand: { light: '#ffffff', dark: '#ffffff' },
    brandSoft: { light: '#eaf0ff', dark: '#172546' },
    brandText: { light: '#1d4ed8', dark: '#8fb4ff' },
  },
  hosts: ['blue.example', 'www.blue.example'],
  supportEmail: 'support@blue.example',
  legalEntity: 'Basics Blue GmbH',
  senderAddress: 'Basics Blue <no-reply@blue.example>',
  isDefault: true,
  version: 3,
  usedBy: { ...noUses, users: 2, licences: 1 },
};

/** Basics Red. No record refers to this brand. */
export const red: FullBrand = {
  ...blue,
  id: 'red',
  theme: 'partner',
  code: 1,
  name: 'Basics Red',
  hosts: [],
  isDefault: false,
  version: 1,
  usedBy: noUses,
};

/** Answers the calls of the brand screens, by default with two brands that have the standard texts. */
export function answerBrands(server: FakeServer, brandList: readonly FullBrand[] = [blue, red]): void {
  server.answer(brands.list, () => ({ items: [...brandList] }));
  server.answer(brands.get, ({ params }) => brandList.find(({ id }) => id === params.id) ?? blue);
  server.answer(legal.get, () => ({ text: '', version: 0 }));
}
