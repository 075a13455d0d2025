import type { CountedPolicy, PolicyTerms } from '@basics/contract/policies/policies.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { policies as texts } from '#portal/texts/policies.ts';
import { useStoredRow, useRowDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { createDraft, emptyDraft, isSamePolicy, parseDraft, resolveDraft, type TermsDraft } from './draft.ts';
import { invalidatePolicies, createImpactQuery, savePolicy, type PolicyInput } from './policies.queries.ts';

export const createPolicyKey = ({ profileID, tool, brand }: CountedPolicy): string => `${profileID}/${tool}/${brand}`;

const parseKey = (row: unknown): string | null => (typeof row === 'string' ? row : null);

/** Returns the id of the button that opens a row for editing. */
export const createOpenerId = (policy: CountedPolicy): string => `open-policy-${createPolicyKey(policy)}`;

/**
 * The state and the actions of the table row in which one policy is edited. The policy is taken from the list by its key, so that reloading
 * the list keeps the typed values.
 */
export function usePolicyEditor(allPolicies: readonly CountedPolicy[]) {
  const rowDraft = useRowDraft('policy', emptyDraft, parseKey);
  const [openKey, setOpenKey] = useState(rowDraft.row);
  const policy = allPolicies.find((candidate) => createPolicyKey(candidate) === openKey) ?? null;
  // Errors are shown while the user types, because with errors the affected users cannot be counted and Save is disabled.
  const form = useForm<TermsDraft, unknown, PolicyTerms>({
    resolver: resolveDraft,
    defaultValues: rowDraft.values,
    mode: 'onChange',
  });
  const { problem, attempt } = useAttempt(['term', 'seats', 'moves', 'renewalDays'] as const, form.setError);
  const draft = { ...emptyDraft, ...useWatch({ control: form.control }) };
  const otherBrandPolicies =
    policy === null ? [] : allPolicies.filter((candidate) => isSamePolicyOfOtherBrand(candidate, policy));
  const change = useImpact(policy, otherBrandPolicies, draft);
  useStoredRow(rowDraft.key, { row: policy && openKey, values: draft, isDirty: change.isDirty });
  const client = useQueryClient();
  const toasts = useToasts();

  function open(policyToOpen: CountedPolicy): void {
    form.reset({ ...createDraft(policyToOpen), alsoFor: [] });
    flushSync(() => setOpenKey(createPolicyKey(policyToOpen)));
    form.setFocus('term');
  }

  /** Closes the row and moves the focus back to the button that opened it. */
  function close(): void {
    flushSync(() => setOpenKey(null));
    rowDraft.forget();
    if (policy !== null) document.getElementById(createOpenerId(policy))?.focus();
  }

  function resetToDefault(): void {
    if (policy === null) return;
    form.reset({ ...createDraft(policy.starting), alsoFor: form.getValues('alsoFor') });
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
  return {
    policy,
    otherBrandPolicies,
    form,
    problem,
    change,
    open,
    close,
    toStart: resetToDefault,
    reload,
    submit: form.handleSubmit(save),
  };
}

export type PolicyEditor = ReturnType<typeof usePolicyEditor>;

const isSamePolicyOfOtherBrand = (firstPolicy: CountedPolicy, secondPolicy: CountedPolicy): boolean =>
  firstPolicy.profileID === secondPolicy.profileID &&
  firstPolicy.tool === secondPolicy.tool &&
  firstPolicy.brand !== secondPolicy.brand;

/** Loads which users a change affects. Saving is enabled when the number of these users is shown, or cannot be loaded. */
function useImpact(policy: CountedPolicy | null, otherBrandPolicies: readonly CountedPolicy[], draft: TermsDraft) {
  const result = parseDraft(draft);
  const chosenPolicies = otherBrandPolicies.filter(({ brand }) => draft.alsoFor.includes(brand));
  const terms = result.success ? result.data : null;
  const changedPolicies =
    policy === null || terms === null
      ? []
      : [policy, ...chosenPolicies].filter((candidate) => !isSamePolicy(candidate, terms));
  const body: PolicyInput | null =
    policy === null || terms === null
      ? null
      : {
          ...terms,
          version: policy.version,
          alsoFor: chosenPolicies.map(({ brand, version }) => ({ brand, version })),
        };
  // The query sends no request before the user stops typing.
  const isSettled = useDebounced(JSON.stringify(body)) === JSON.stringify(body);
  const isQueryEnabled = changedPolicies.length > 0 && isSettled && policy !== null && body !== null;
  const impactQuery = useQuery({
    ...createImpactQuery(policy ?? noPolicyKey, body ?? emptyPolicyInput),
    enabled: isQueryEnabled,
  });
  const isCounting = changedPolicies.length > 0 && (!isSettled || impactQuery.isFetching);
  return {
    body,
    terms,
    count: changedPolicies.length,
    reach: impactQuery.data ?? null,
    error: impactQuery.error,
    isCounting,
    // If the terms cannot be parsed, the user has typed something, because stored terms are always valid.
    isDirty: changedPolicies.length > 0 || (policy !== null && terms === null),
    mayBeSaved: changedPolicies.length > 0 && !isCounting,
  };
}

const noPolicyKey = { profileID: 0, tool: '', brand: '' };
const emptyPolicyInput: PolicyInput = { version: 0, months: null, days: null, seats: 0, moves: 0 };
