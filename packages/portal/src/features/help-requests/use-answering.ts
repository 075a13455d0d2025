import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Body } from '@basics/contract/endpoint.ts';
import type { HelpCase, helpRequests } from '@basics/contract/help-requests.ts';
import { overridableRefusals } from '@basics/contract/licenses.ts';
import { words as required } from '@basics/contract/words.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { answerHelp, invalidateHelpRequests } from './help-requests.queries.ts';
import { formatCustomer } from './help-words.tsx';

export type AnswerKind = Body<typeof helpRequests.answer>['answer'];

const fields = ['words', 'overrideReason'] as const;
type Field = (typeof fields)[number];

type AnswerHandlers = {
  onAnswered: () => void;
  /** The field needs another look. */ onRefused: (field: Field) => void;
};

/** The refusals that staff may override with a reason. */
export const isReasonNeeded = ({ now }: HelpCase): boolean =>
  now?.problem !== undefined && overridableRefusals.includes(now.problem.code);

/** The two fields of an answer, and the ways to send it. */
export function useAnswerForm(asked: HelpCase, { onAnswered, onRefused }: AnswerHandlers) {
  const client = useQueryClient();
  const toasts = useToasts();
  const wordsDraft = useTextDraft(`answer ${asked.helpRequestId}`);
  const reasonDraft = useTextDraft(`answer reason ${asked.helpRequestId}`);
  const [words, reason] = [wordsDraft.text, reasonDraft.text];
  const [errors, setErrors] = useState<{ [Name in Field]?: string | undefined }>({});
  const [kind, setKind] = useState<AnswerKind | null>(null);
  const { problem, isBusy, attempt, forget } = useAttempt(fields, (field, { message }, { shouldFocus }) =>
    refuse(field, message, shouldFocus),
  );

  function refuse(field: Field, message: string, isFirst = true): void {
    setErrors((others) => ({ ...others, [field]: message }));
    if (isFirst) onRefused(field);
  }

  function bodyOf(chosen: AnswerKind): Body<typeof helpRequests.answer> {
    if (chosen === 'grant') return { answer: chosen, words, ...asked.missing };
    return chosen === 'license' && isReasonNeeded(asked)
      ? { answer: chosen, words, overrideReason: reason }
      : { answer: chosen, words };
  }

  async function answer(chosen: AnswerKind): Promise<void> {
    if (isBusy) return;
    forget();
    setErrors({});
    if (chosen === 'reply' && words.trim() === '') return refuse('words', required.answer);
    if (chosen === 'license' && isReasonNeeded(asked) && reason.trim() === '')
      return refuse('overrideReason', required.reason);
    await attempt(async () => {
      setKind(chosen);
      await answerHelp(asked.helpRequestId, bodyOf(chosen));
      wordsDraft.forget();
      reasonDraft.forget();
      toasts.done(texts.answer.done(formatCustomer(asked)));
      onAnswered();
      void invalidateHelpRequests(client);
    });
  }

  function write(field: Field, text: string): void {
    if (field === 'words') wordsDraft.write(text);
    else reasonDraft.write(text);
    setErrors({ ...errors, [field]: undefined });
  }

  return { words, reason, errors, problem, busy: isBusy ? kind : null, write, answer };
}
