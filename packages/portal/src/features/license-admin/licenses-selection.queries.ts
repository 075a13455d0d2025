import { selections, type SelectedLicense } from '@basics/contract/mass-acts/selections.ts';
import { call } from '#portal/api/call.ts';

/** Finds all licences that match the filters, with one call for any number of licences. */
export const selectAllLicenses = async (filters: object): Promise<SelectedLicense[]> =>
  (await call(selections.licenses, { body: selections.licenses.body.parse(filters) })).items;
