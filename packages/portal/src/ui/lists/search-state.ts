import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';

/** Changes some search parameters; with `replace` there is no new entry in the history of the browser. */
export type Change<State> = (change: Partial<State>, how?: { replace: boolean }) => void;

/**
 * The state of a page in its search parameters (page, filter, sort), read by a schema whose fields all have a default or are optional:
 * invalid parameters are read as the defaults. `change` sets some of them; `undefined` removes one.
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
        // Applied to the URL at that time, so that two changes directly after each other are both kept.
        search: (latest: Record<string, unknown>) => ({ ...latest, ...change }),
        replace: how?.replace ?? false,
        resetScroll: false,
      }),
  ];
}
