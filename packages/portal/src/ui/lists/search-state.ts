import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';

/** Writes a part of what the address remembers; with `replace` Back passes over what it said before. */
export type Change<State> = (change: Partial<State>, how?: { replace: boolean }) => void;

/**
 * What the address remembers of a page (page, filter, sort), read by a schema whose fields all have a default or are optional:
 * an address that somebody bent reads as the defaults. `change` writes a part of it; `undefined` takes a field out.
 */
export function useSearchState<Schema extends z.ZodMiniType<Record<string, unknown>>>(
  schema: Schema,
): [state: z.infer<Schema>, change: Change<z.infer<Schema>>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = schema.safeParse(search);
  const state = read.success ? read.data : schema.parse({});
  return [
    state,
    (change, how) =>
      void navigate({
        to: '.',
        // Onto what the address holds by then: of two changes right after each other none is lost.
        search: (latest: Record<string, unknown>) => ({ ...latest, ...change }),
        replace: how?.replace ?? false,
        resetScroll: false,
      }),
  ];
}
