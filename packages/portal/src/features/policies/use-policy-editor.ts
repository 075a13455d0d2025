import type { CountedPolicy, Terms } from '@basics/contract/policies.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { policies as texts } from '#portal/texts/policies.ts';
import { useStoredRow, useRowDraft } from '#portal/session/drafts/use-row-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createDraft, emptyDraft, isSame, readDraft, resolveDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { invalidatePolicies, createImpactQuery, savePolicy } from './policies.queries.ts';
import type { PolicyInput } from './policies.queries.ts';

export const createKey = ({ profileID, tool, brand }: CountedPolicy): string => `${profileID}/${tool}/${brand}`;

const readKey = (row: unknown): string | null => (typeof row === 'string' ? row : null);

/** Returns the id of the button that opens a row for editing. */
export const createOpenerId = (policy: CountedPolicy): string => `open-policy-${createKey(policy)}`;

/** Edits one policy in its row. The row comes from the list, so that loading the list again keeps the typed values. */
export function usePolicyEditor(all: readonly CountedPolicy[]) {
  const kept = useRowDraft('policy', emptyDraft, readKey);
  const [opened, setOpened] = useState(kept.row);
  const policy = all.find((each) => createKey(each) === opened) ?? null;
  // Errors are shown while the user types. While there are any, users cannot be counted and Save is disabled.
  const form = useForm<Draft, unknown, Terms>({ resolver: resolveDraft, defaultValues: kept.values, mode: 'onChange' });
  const { problem, attempt } = useAttempt(['term', 'seats', 'moves'] as const, form.setError);
  const draft = { ...emptyDraft, ...useWatch({ control: form.control }) };
  const siblings = policy === null ? [] : all.filter((each) => isSibling(each, policy));
  const change = useImpact(policy, siblings, draft);
  useStoredRow(kept.key, { row: policy && opened, values: draft, isDirty: change.isDirty });
  const client = useQueryClient();
  const toasts = useToasts();

  function open(next: CountedPolicy): void {
    form.reset({ ...createDraft(next), alsoFor: [] });
    flushSync(() => setOpened(createKey(next)));
    form.setFocus('term');
  }

  /** Moves the focus back to the button that opened the row. */
  function close(): void {
    flushSync(() => setOpened(null));
    kept.forget();
    if (policy !== null) document.getElementById(createOpenerId(policy))?.focus();
  }

  function toStart(): void {
    if (policy === null) return;
    for (const [name, value] of Object.entries(createDraft(policy.starting))) form.setValue(findFieldName(name), value);
    form.clearErrors();
  }

  async function save(): Promise<void> {
    const { body } = change;
    if (policy === null || body === null || !change.mayBeSaved) return;
    await attempt(async () => {
      await savePolicy(policy, body);
      close();
      toasts.done(texts.saved(change.count));
      await invalidatePolicies(client);
    });
  }

  const reload = (): Promise<void> => invalidatePolicies(client);
  return { policy, siblings, form, problem, change, open, close, toStart, reload, submit: form.handleSubmit(save) };
}

export type PolicyEditor = ReturnType<typeof usePolicyEditor>;

const isSibling = (one: CountedPolicy, other: CountedPolicy): boolean =>
  one.profileID === other.profileID && one.tool === other.tool && one.brand !== other.brand;

const names = ['term', 'unit', 'seats', 'moves'] as const;
const findFieldName = (name: string): (typeof names)[number] => names.find((each) => each === name) ?? 'term';

/** Loads the effect of the change. Saving is enabled when the effect is shown or cannot be loaded. */
function useImpact(policy: CountedPolicy | null, siblings: readonly CountedPolicy[], draft: Draft) {
  const read = readDraft(draft);
  const chosen = siblings.filter(({ brand }) => draft.alsoFor.includes(brand));
  const terms = read.success ? read.data : null;
  const changed = policy === null || terms === null ? [] : [policy, ...chosen].filter((each) => !isSame(each, terms));
  const body: PolicyInput | null =
    policy === null || terms === null
      ? null
      : {
          ...terms,
          version: policy.version,
          alsoFor: chosen.map(({ brand, version }) => ({ brand, version })),
        };
  // Waits until the user stops typing before it sends a request.
  const isSettled = useDebounced(JSON.stringify(body)) === JSON.stringify(body);
  const isAsked = changed.length > 0 && isSettled && policy !== null && body !== null;
  const asked = useQuery({ ...createImpactQuery(policy ?? noImpact, body ?? nothing), enabled: isAsked });
  const isCounting = changed.length > 0 && (!isSettled || asked.isFetching);
  return {
    body,
    terms,
    count: changed.length,
    reach: asked.data ?? null,
    error: asked.error,
    isCounting,
    // Stored values always parse, so a value that does not parse was typed.
    isDirty: changed.length > 0 || (policy !== null && terms === null),
    mayBeSaved: changed.length > 0 && !isCounting,
  };
}

const noImpact = { profileID: 0, tool: '', brand: '' };
const nothing: PolicyInput = { version: 0, months: null, days: null, seats: 0, moves: 0 };
