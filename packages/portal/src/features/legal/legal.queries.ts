import { brands } from '@basics/contract/brands/brands.ts';
import { legal, type LegalDocument, type LegalText } from '@basics/contract/legal/legal.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

const legalQueryKey = 'legal';

export type LegalKey = { id: string; document: LegalDocument };

/** Loads the text of a brand for a document. An empty text means that the standard text is shown. */
export const createLegalTextQuery = (key: LegalKey) =>
  queryOptions({
    queryKey: [legalQueryKey, 'text', key],
    queryFn: ({ signal }) => call(legal.get, { params: key, signal }),
  });

/**
 * Loads a legal text for editing, and the data of the brand that its standard text contains. The text is never taken
 * from the cache, and not reloaded while the user types.
 */
export const createEditQuery = (key: LegalKey) =>
  queryOptions({
    queryKey: [legalQueryKey, 'edit', key],
    queryFn: async ({ signal }) => {
      const [text, brand] = await Promise.all([
        call(legal.get, { params: key, signal }),
        call(brands.get, { params: { id: key.id }, signal }),
      ]);
      return { ...text, brand };
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export type EditedText = LegalText & { brand: { id: string; name: string; legalEntity: string; supportEmail: string } };

export const writeLegalText = (key: LegalKey, body: LegalText): Promise<LegalText> =>
  call(legal.update, { params: key, body });
