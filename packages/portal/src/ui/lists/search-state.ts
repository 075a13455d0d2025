import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';

/** Changes some search parameters; with `replace` the Back button skips the previous values. */
export type Change<State> = (change: Partial<State>, how?: { replace: boolean }) => void;

/**
 * What the address remembers of a page (page, filter, sort), read by a schema whose fields all have a default or are optional: an address
 * with invalid values reads as the defaults. `change` changes a part of it; `undefined` removes a field.
 */
export function useSearchState<Schema extends z.ZodMiniType<Record<string, unknown>>>(
  schema: Schema,
): [state: z.infer<Schema>, change: Change<z.infer<Schema>>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const read = schema.safeParse(search);
  return [read.success ? read.data : schema.parse({}), useSearchChange()];
}

/** Changes search parameters by name; a schema reads them afterwards. */
export function useSearchChange(): Change<Readonly<Record<string, unknown>>> {
  const navigate = useNavigate();
  return (change, how) =>
    void navigate({
      to: '.',
      // Based on the latest search parameters, so that two changes in a row are both kept.
      search: (latest: Record<string, unknown>) => ({ ...latest, ...change }),
      replace: how?.replace ?? false,
      resetScroll: false,
    });
}
