import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';

const addressed = z.object({ user: z.optional(numberInPath) });

/** Whose licence it is about: one's own, or that of the user whom the address names, for staff who issue on behalf. */
export function useLicenseOwner(): { userId: number; isOther: boolean } {
  const { userId } = useUser();
  const [{ user = userId }] = useSearchState(addressed);
  return { userId: user, isOther: user !== userId };
}
