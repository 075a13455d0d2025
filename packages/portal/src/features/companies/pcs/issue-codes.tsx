import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, CircleX } from 'lucide-react';
import type { BatchResult } from '@basics/contract/companies/company-pcs.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { readVerificationCodes } from '@basics/licensing/text/several-codes.ts';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateCompanies, issueBatch } from '../companies.queries.ts';

const texts = companies.pcs.issue;
const most = limits.company.batch;

/** Returns the readable codes in a text; text between them is ignored. */
const readCodes = (text: string): string[] =>
  readVerificationCodes(text, browserPrimitives).flatMap((reading) => (reading.ok ? [reading.value.text] : []));

type Step = { isIssued: boolean; codes: string[]; reason: string; results: BatchResult[] };

const listIssued = ({ results }: Step): BatchResult[] => results.filter(({ outcome }) => outcome === 'issued');

/** Checks and issues the codes in a text. A changed text or reason must be checked again. */
function useIssue(companyId: number) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { text, write } = useTextDraft(`codes of company ${companyId}`);
  const [error, setError] = useState<string>();
  const { text: reason, write: setReason } = useTextDraft(`exception for company ${companyId}`);
  const [step, setStep] = useState<Step>();
  const { mutate, isPending, ...call } = useMutation({
    mutationFn: async ({ codes, preview }: { codes: string[]; preview: boolean }): Promise<Step> => {
      const body = { codes, preview, ...(reason.trim() !== '' && { overrideReason: reason.trim() }) };
      return { isIssued: !preview, codes, reason, results: (await issueBatch(companyId, body)).results };
    },
    onSuccess: (newStep) => {
      setStep(newStep);
      if (!newStep.isIssued) return;
      write('');
      setReason('');
      toasts.done(texts.issued(listIssued(newStep).length));
      void invalidateCompanies(client);
    },
  });
  const needsCheck = step === undefined || step.reason !== reason || listIssued(step).length === 0;
  const submit = (): void => {
    const codes = readCodes(text);
    const refusal = codes.length === 0 ? texts.noCode : codes.length > most ? texts.tooMany(most) : undefined;
    setError(refusal);
    if (refusal === undefined && !isPending) mutate({ codes, preview: needsCheck });
  };
  const changeText = (changedText: string): void => {
    write(changedText);
    setStep(undefined);
  };
  const problem = call.error instanceof ApiProblem ? call.error : null;
  return { text, changeText, error, reason, setReason, step, needsCheck, submit, isPending, problem };
}

type IssueCodesProps = {
  companyId: number;
  /** The name of the company in the title, for an agent, who has several. */
  companyName?: string;
  onClose: () => void;
};

/** The dialog that issues the licences for the codes of several PCs: it shows what each would get, then issues them with one press. */
export function IssueCodes({ companyId, companyName, onClose }: IssueCodesProps) {
  const { text, changeText, error, reason, setReason, step, ...issue } = useIssue(companyId);
  const mayOverride = useUser().permissions.includes('users.edit');
  const isDone = step?.isIssued === true;
  const hasRefusal = step !== undefined && listIssued(step).length < step.results.length;
  const nextLabel = issue.needsCheck ? texts.check : texts.issue(step ? listIssued(step).length : 0);
  return (
    <FormDialog
      title={companyName === undefined ? texts.action : texts.forCompany(companyName)}
      submitLabel={isDone ? texts.done : nextLabel}
      busy={issue.isPending}
      disabled={text.trim() === '' && !isDone}
      onSubmit={isDone ? onClose : issue.submit}
      onClose={onClose}
    >
      {issue.problem && <ProblemNotice problem={issue.problem} title={texts.failed} />}
      {!isDone && (
        <TextArea
          label={texts.codes}
          hint={texts.hint(most)}
          rows={5}
          value={text}
          error={error}
          onChange={({ currentTarget }) => changeText(currentTarget.value)}
        />
      )}
      {step && <Results step={step} />}
      {!isDone && mayOverride && (hasRefusal || reason !== '') && (
        <TextArea
          label={texts.reason}
          hint={texts.reasonHint}
          rows={2}
          maxLength={limits.text.reason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

const Results = ({ step: { isIssued, results } }: { step: Step }) => (
  <section aria-label={texts.results}>
    <ItemList>
      {results.map(({ outcome, machineName, expiryDate, message }, index) => (
        <ItemRow
          // The results have the order of the codes, and never change places.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          icon={outcome === 'issued' ? Check : CircleX}
          title={machineName ?? texts.unreadable}
          facts={[
            expiryDate === undefined
              ? (message ?? '')
              : (isIssued ? texts.got : texts.wouldGet)(formatShortDate(expiryDate)),
          ]}
        />
      ))}
    </ItemList>
  </section>
);
