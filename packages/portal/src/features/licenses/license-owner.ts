import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';

const addressed = z.object({ user: z.optional(numberInPath) });

/** The owner of the licence: the signed-in user, or the user in the address, for staff who issue on their behalf. */
export function useLicenseOwner(): { userId: number; isOther: boolean } {
  const { userId } = useUser();
  const [{ user = userId }] = useSearchState(addressed);
  return { userId: user, isOther: user !== userId };
}
