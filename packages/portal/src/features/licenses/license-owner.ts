import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';

const ownerSearch = z.object({ user: z.optional(numberInPath) });

/** Returns the owner of the licence: the user in the address if staff issue a licence on behalf of that user, else the signed-in user. */
export function useLicenseOwner(): { userId: number; isOtherUser: boolean } {
  const { userId } = useUser();
  const [{ user = userId }] = useSearchState(ownerSearch);
  return { userId: user, isOtherUser: user !== userId };
}
