import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { readFileText } from '#portal/ui/forms/text-of-file.ts';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { CodeEntry } from './code-entry.tsx';
import { useCodeFragment } from './code-fragment.ts';
import { readReturn } from './give-back/read-return.ts';
import { useLicenseOwner } from './license-owner.ts';
import { createLicensableQuery } from './licenses.queries.ts';
import { OnBehalf } from './on-behalf.tsx';
import { readCode } from './read-code.ts';
import { NoGrants } from './refusal-notice.tsx';
import type { RenderAskForTool } from './refusal-notice.tsx';
import { SeveralPcs } from './several-pcs.tsx';
import type { RefusedCode, RenderHelp } from './refused-code.ts';

/** Loaded directly after the page, so that the field for the code appears early. */
const ReadBack = createLazyPart(async () => (await import('./code-steps.ts')).ReadBack);
const Dictation = createLazyPart(async () => (await import('./dictation.tsx')).Dictation);
const LicenseResult = createLazyPart(async () => (await import('./code-steps.ts')).LicenseResult);

const ReturnCheck = createLazyPart(async () => (await import('./give-back/return-check.tsx')).ReturnCheck);

/** A failure is shown where the step is shown. */
const preloadSteps = (): void => void Promise.allSettled([ReadBack.preload(), LicenseResult.preload()]);

type Entry = { at: 'entry'; text: string; error: string | undefined };
type Step =
  | Entry
  | { at: 'return'; returnCode: string }
  | { at: 'readBack'; code: VerificationCode }
  | { at: 'issued'; license: License };

const emptyEntry: Entry = { at: 'entry', text: '', error: undefined };

type VerifyLicensePageProps = {
  /** Shows help for a refused code. */
  renderHelp?: RenderHelp;
  renderAskForTool?: RenderAskForTool;
};

/** Takes a verification code, shows the licence that it would get, and issues it. */
export function VerifyLicensePage({ renderHelp = () => null, renderAskForTool }: VerifyLicensePageProps) {
  const { userId, isOther } = useLicenseOwner();
  const { step, take, type, refuse, issued, beginAgain } = useSteps(isOther ? `code for ${userId}` : 'code');
  const grants = useQuery(createLicensableQuery(userId)).data?.items;
  useEffect(preloadSteps, []);
  const [isDictating, setDictating] = useState(false);
  const hasNoGrants = grants?.length === 0;

  function takePasted(text: string): void {
    // While a check or a licence is shown, only a pasted code replaces it.
    if (step.at === 'entry' || isWhole(text)) take(text);
  }

  const hearFile = (file: File): void => void takeFile(file, { take, refuse });
  useCodeFragment(take);
  usePasted({ onText: takePasted, onFiles: ([file]) => file && hearFile(file) });

  return (
    <>
      <Heading isEntry={step.at === 'entry'} />
      {isOther && <OnBehalf userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOther && step.at === 'entry' && hasNoGrants && <NoGrants renderAsk={renderAskForTool} />}
      {step.at === 'entry' && !isDictating && (
        <CodeEntry
          text={step.text}
          error={step.error}
          onChange={(text, arrived) => {
            if (arrived || step.error !== undefined || isWhole(text)) take(text);
            else type(text);
          }}
          onSubmit={() => take(step.text)}
          onFile={hearFile}
          onDictate={() => setDictating(true)}
          help={
            !isOther && step.error !== undefined && isSendable(step.text) && renderHelp(createUnreadStep(step.text))
          }
        />
      )}
      <Suspense>
        {step.at === 'entry' && isDictating && <Dictation onCode={take} onClose={() => setDictating(false)} />}
        {step.at === 'readBack' && (
          <ReadBack
            key={step.code.text}
            code={step.code}
            grants={grants ?? []}
            renderHelp={isOther ? () => null : renderHelp}
            onIssued={issued}
            onAgain={beginAgain}
            onFile={hearFile}
          />
        )}
        {step.at === 'return' && (
          <ReturnCheck key={step.returnCode} returnCode={step.returnCode} onAgain={beginAgain} onFile={hearFile} />
        )}
        {step.at === 'issued' && (
          <LicenseResult key={step.license.licenseId} license={step.license} onAgain={beginAgain} onFile={hearFile} />
        )}
      </Suspense>
    </>
  );
}

type TextTaker = { take: (text: string) => void; refuse: (reason: string) => void };

async function takeFile(file: File, { take, refuse }: TextTaker): Promise<void> {
  const read = await readFileText(file);
  if (read.ok) take(read.text);
  else refuse(codeFile.bad[read.reason]);
}

/** Leads from the text to the licence. The text is kept until a licence is issued for it. */
function useSteps(name: string) {
  const draft = useTextDraft(name);
  const [step, setStep] = useState<Step>(() => (draft.text === '' ? emptyEntry : findStep(draft.text)));
  const take = (text: string): void => {
    draft.write(text);
    setStep(findStep(text));
  };
  const type = (text: string): void => {
    draft.write(text);
    setStep({ at: 'entry', text, error: undefined });
  };
  const issued = (license: License): void => {
    draft.forget();
    setStep({ at: 'issued', license });
  };
  const beginAgain = (): void => {
    draft.forget();
    setStep(emptyEntry);
  };
  const refuse = (error: string): void => setStep({ ...emptyEntry, error });
  return { step, take, type, refuse, issued, beginAgain };
}

/** Whether a text contains a whole code of one of the two kinds. */
const isWhole = (text: string): boolean => readReturn(text) !== null || readCode(text).ok;

/** Shows the check of a code, or the error in the text. */
function findStep(text: string): Step {
  const returnCode = readReturn(text);
  if (returnCode !== null) return { at: 'return', returnCode };
  const reading = readCode(text);
  return reading.ok ? { at: 'readBack', code: reading.code } : { at: 'entry', text, error: reading.error };
}

const Heading = ({ isEntry }: { isEntry: boolean }) => (
  <PageHeading
    title={texts.entry.title}
    lead={isEntry ? texts.entry.lead : undefined}
    actions={isEntry ? <SeveralPcs /> : undefined}
  />
);

/** Whether the server would accept the text; an empty one needs no help. */
const isSendable = (text: string): boolean => text.trim() !== '' && text.length <= limits.text.code;

/** A text without a readable code. */
const createUnreadStep = (text: string): RefusedCode => ({
  verificationCode: text,
  brand: undefined,
  problemCode: undefined,
  onFreed: () => {},
});
