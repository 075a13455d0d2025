import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { HelpCase, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { overridableRefusals } from '@basics/contract/licenses/licenses.ts';
import { fieldMessages as required } from '@basics/contract/texts/field-messages.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { answerHelp, invalidateHelpRequests } from './help-requests.queries.ts';
import { formatCustomer } from './help-format.tsx';

export type AnswerKind = Body<typeof helpRequests.answer>['answer'];

const textFields = ['words', 'overrideReason'] as const;
type TextFieldName = (typeof textFields)[number];
/** `tool` and `brand` have no input: the button that adds the tool sends them. */
const fields = [...textFields, 'tool', 'brand', 'validTo'] as const;
type Field = (typeof fields)[number];

type AnswerHandlers = {
  onAnswered: () => void;
  /** Called with a field that has an error, to focus it. */
  onRefused: (field: Field) => void;
};

/** Returns whether the code is refused for a reason that staff may override with an explanation. */
export const isReasonNeeded = ({ now }: HelpCase): boolean =>
  now?.problem !== undefined && overridableRefusals.includes(now.problem.code);

/**
 * Returns the state of the form that answers a help request: its fields, their errors, and the function that sends the
 * answer.
 */
export function useAnswerForm(helpCase: HelpCase, { onAnswered, onRefused }: AnswerHandlers) {
  const client = useQueryClient();
  const toasts = useToasts();
  const wordsDraft = useTextDraft(`answer ${helpCase.helpRequestId}`);
  const reasonDraft = useTextDraft(`answer reason ${helpCase.helpRequestId}`);
  const [words, reason] = [wordsDraft.text, reasonDraft.text];
  const lastDayDraft = useTextDraft(`answer last day ${helpCase.helpRequestId}`, helpCase.missing?.validTo ?? '');
  const lastDay = lastDayDraft.text;
  const [errors, setErrors] = useState<{ [Name in Field]?: string | undefined }>({});
  const [kind, setKind] = useState<AnswerKind | null>(null);
  const { problem, isBusy, attempt, forget } = useAttempt(fields, (field, { message }, { shouldFocus }) =>
    showFieldError(field, message, shouldFocus),
  );

  function showFieldError(field: Field, message: string, isFirst = true): void {
    setErrors((previousErrors) => ({ ...previousErrors, [field]: message }));
    if (isFirst) onRefused(field);
  }

  function createBody(answerKind: AnswerKind): Body<typeof helpRequests.answer> {
    if (answerKind === 'grant')
      return { answer: answerKind, words, ...helpCase.missing, validTo: lastDay === '' ? null : lastDay };
    return answerKind === 'license' && isReasonNeeded(helpCase)
      ? { answer: answerKind, words, overrideReason: reason }
      : { answer: answerKind, words };
  }

  async function sendAnswer(answerKind: AnswerKind): Promise<void> {
    if (isBusy) return;
    forget();
    setErrors({});
    if (answerKind === 'reply' && words.trim() === '') return showFieldError('words', required.answer);
    if (answerKind === 'license' && isReasonNeeded(helpCase) && reason.trim() === '')
      return showFieldError('overrideReason', required.reason);
    await attempt(async () => {
      setKind(answerKind);
      await answerHelp(helpCase.helpRequestId, createBody(answerKind));
      wordsDraft.forget();
      reasonDraft.forget();
      lastDayDraft.forget();
      toasts.done(texts.answer.done(formatCustomer(helpCase)));
      onAnswered();
      void invalidateHelpRequests(client);
    });
  }

  function changeField(field: TextFieldName | 'validTo', text: string): void {
    if (field === 'words') wordsDraft.write(text);
    else if (field === 'overrideReason') reasonDraft.write(text);
    else lastDayDraft.write(text);
    setErrors({ ...errors, [field]: undefined });
  }

  return {
    words,
    reason,
    lastDay,
    errors,
    problem,
    sendingKind: isBusy ? kind : null,
    write: changeField,
    answer: sendAnswer,
  };
}
