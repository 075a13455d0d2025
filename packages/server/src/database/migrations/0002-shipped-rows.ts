import { brands, policies, tools } from './0002-shipped-rows.data.ts';
import { insertRows } from '../statements.ts';

/** What every installation begins with; from then on it is the operator's and the administrators'. */
export const shippedRows = {
  name: '0002-shipped-rows',
  steps: [
    insertRows(
      'brands',
      brands.map(({ tokens, ...brand }) => ({ ...brand, tokens: JSON.stringify(tokens) })),
    ),
    insertRows('tools', tools),
    insertRows('licence_policies', policies),
  ],
};
