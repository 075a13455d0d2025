import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { whenPageShown } from '#portal/loading/page-shown.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { usePasted } from '#portal/ui/forms/use-pasted.ts';
import { CodeEntry } from '../codes/code-entry.tsx';
import { StepLoading, useCodeFragment, useLicenseOwner, useRenewedMachine } from '../issue-steps.tsx';
import { findReturnCode } from '../give-back/read-return.ts';
import { createToolGrantsQuery } from '../licenses.queries.ts';
import type { WrongGroup } from '../codes/wrong-group.ts';
import { hasLicence, hasSeveralCodes, hasWholeCode, keepCodes, readCode, readCodeFiles } from '../codes/read-code.ts';
import { GrantNotices, type RenderAskForTool, type RefusedCode, type RenderHelp } from '../refusal-notice.tsx';
import { MonitorCog } from 'lucide-react';
import { Allowed } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { WayList } from '#portal/ui/lists/way-list.tsx';
import type { RenderSeats } from './code-verdict.tsx';

// The steps that follow the entry of the code are loaded after the page, so that the field for the code appears early.
const CodeCheck = createLazyPart(async () => (await import('./code-check.tsx')).CodeCheck);
const Dictation = createLazyPart(async () => (await import('../codes/dictation.tsx')).Dictation);

const TypingError = createLazyPart(async () => (await import('../codes/typing-error.tsx')).TypingError);
const ReturnCheck = createLazyPart(async () => (await import('../give-back/return-check.tsx')).ReturnCheck);

/** Ignores a failed download: a step loads its script again when it is shown, and then shows an error if the download fails. */
const preloadSteps = (): void => void Promise.allSettled([CodeCheck.preload()]);

type EntryStep = { at: 'entry'; text: string; error: string | undefined; wrong?: WrongGroup | null };
type Step =
  | EntryStep
  | { at: 'return'; returnCode: string; unused: string | undefined }
  | { at: 'check'; code: VerificationCode; unused: string | undefined };

const emptyEntry: EntryStep = { at: 'entry', text: '', error: undefined };

type VerifyLicensePageProps = {
  /** Shows help for a refused code. */
  renderHelp?: RenderHelp;
  renderSeats?: RenderSeats;
  renderAskForTool?: RenderAskForTool;
};

/**
 * The page on which a user enters a verification code, checks the licence that it would get, and issues the licence. The licence has a page of
 * its own, which replaces this page in the history of the browser.
 */
export function VerifyLicensePage({ renderHelp = () => null, renderSeats, renderAskForTool }: VerifyLicensePageProps) {
  const { userId, isOtherUser } = useLicenseOwner();
  const { step, openStep, updateText, showError, openLicense, startAgain } = useEntrySteps();
  const grantsQuery = useQuery(createToolGrantsQuery(userId));
  const grants = grantsQuery.data?.items;
  useEffect(() => void whenPageShown().then(preloadSteps), []);
  const [isDictating, setDictating] = useState(false);
  const hasUnreadableText = !isOtherUser && step.at === 'entry' && step.error !== undefined && isSendable(step.text);

  const wrong = step.at === 'entry' && !isDictating ? step.wrong : null;
  const { openText, handleFiles } = useEnteredTexts({ isEntry: step.at === 'entry', openStep, showError, startAgain });
  const startAgainProps = { onRestart: startAgain, onFiles: handleFiles };

  return (
    <>
      {step.at !== 'check' && !wrong && <StepHeading isEntry={step.at === 'entry'} />}
      <GrantNotices grantsQuery={grantsQuery} isEntry={step.at === 'entry'} renderRequest={renderAskForTool} />
      {step.at === 'entry' && !isDictating && !wrong && (
        <CodeEntry
          text={step.text}
          error={step.error}
          onChange={(text, isPastedOrDropped) => {
            if (isPastedOrDropped || step.error !== undefined || hasWholeCode(text)) openText(text);
            else updateText(text);
          }}
          onSubmit={() => openText(step.text)}
          onFiles={handleFiles}
          onDictate={() => setDictating(true)}
          help={hasUnreadableText && <WayList>{renderHelp(describeUnreadableText(userId, step.text))}</WayList>}
        />
      )}
      <UnusedText step={step} />
      <Suspense
        fallback={<StepLoading {...(step.at === 'check' && { title: texts.entry.title })} code={findCode(step)} />}
      >
        {wrong && <TypingError key={findCode(step)} wrong={wrong} onCorrected={openText} onRestart={startAgain} />}
        {step.at === 'entry' && isDictating && <Dictation onCode={openStep} onClose={() => setDictating(false)} />}
        {step.at === 'check' && (
          <CodeCheck
            key={step.code.text}
            code={step.code}
            grants={grants ?? []}
            renderHelp={renderHelp}
            renderSeats={renderSeats}
            onIssued={({ licenseId }) => openLicense(licenseId)}
            onExisting={openLicense}
            {...startAgainProps}
          />
        )}
        {step.at === 'return' && (
          <ReturnCheck key={step.returnCode} {...step} onReturned={openLicense} {...startAgainProps} />
        )}
      </Suspense>
    </>
  );
}

type TextHandlers = {
  isEntry: boolean;
  openStep: (text: string) => void;
  showError: (reason: string) => void;
  startAgain: () => void;
};

/** Opens the texts and files that the user pastes or drops on the page, and the code in the address. */
function useEnteredTexts({ isEntry, openStep, showError, startAgain }: TextHandlers) {
  const openSeveral = useOpenSeveral();

  function openText(text: string): void {
    if (!hasSeveralCodes(text)) return openStep(text);
    startAgain();
    openSeveral(text);
  }

  function handlePastedText(text: string): void {
    // While a check or a licence is shown, only a pasted code replaces it.
    if (isEntry || hasWholeCode(text)) openText(text);
  }

  async function readFiles(files: readonly File[]): Promise<void> {
    const filesResult = await readCodeFiles(files);
    if (filesResult.ok) openText(filesResult.text);
    else showError(filesResult.error);
  }

  const handleFiles = (files: readonly File[]): void => void readFiles(files);
  useCodeFragment(openText);
  usePasted({ onText: handlePastedText, onFiles: handleFiles });
  return { openText, handleFiles };
}

/** Returns a function that opens the page for several PCs with the codes in a text, for the same owner. */
function useOpenSeveral(): (text: string) => void {
  const navigate = useNavigate();
  return (text) =>
    void navigate({
      to: '/license/many',
      search: true,
      hash: `c=${encodeURIComponent(keepCodes(text))}`,
      replace: true,
    });
}

/** The steps from the entered text to the licence. A draft stores the text until a licence is issued for it. */
function useEntrySteps() {
  const { userId, isOtherUser } = useLicenseOwner();
  const renewedMachine = useRenewedMachine();
  const owner = isOtherUser ? `code for ${userId}` : 'code';
  // The code of one PC is no draft for the renewal of another one.
  const draft = useTextDraft(renewedMachine === undefined ? owner : `${owner}, renewing ${renewedMachine}`);
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(() => (draft.text === '' ? emptyEntry : findStep(draft.text)));
  const openStep = (text: string): void => {
    draft.write(text);
    setStep(findStep(text));
  };
  const updateText = (text: string): void => {
    draft.write(text);
    setStep({ at: 'entry', text, error: undefined });
  };
  const openLicense = (licenseId: number): void => {
    draft.forget();
    void navigate({ to: `/license/${licenseId}`, replace: true });
  };
  const startAgain = (): void => {
    draft.forget();
    setStep(emptyEntry);
  };
  const showError = (error: string): void => setStep({ ...emptyEntry, error });
  return { step, openStep, updateText, showError, openLicense, startAgain };
}

const UnusedText = ({ step }: { step: Step }) =>
  step.at !== 'entry' && step.unused !== undefined && <Notice tone="info" title={step.unused} />;

function findCode(step: Step): string {
  if (step.at === 'check') return step.code.text;
  return step.at === 'return' ? step.returnCode : step.text;
}

/** Returns the step for a text: the check of its code, or the entry with an error. */
function findStep(text: string): Step {
  const returnCode = findReturnCode(text);
  const codeReading = readCode(text);
  if (returnCode !== null)
    return { at: 'return', returnCode, unused: codeReading.ok ? texts.entry.unusedCode : undefined };
  if (!codeReading.ok) return { at: 'entry', text, error: codeReading.error, wrong: codeReading.wrong };
  return { at: 'check', code: codeReading.code, unused: hasLicence(text) ? texts.entry.unusedLicence : undefined };
}

const StepHeading = ({ isEntry }: { isEntry: boolean }) => (
  <PageHeading title={texts.entry.title} actions={isEntry ? <SeveralPcsLink /> : undefined} />
);

/** Whether the text can be sent with a help request: it is not empty and not longer than the server accepts. */
const isSendable = (text: string): boolean => text.trim() !== '' && text.length <= limits.text.code;

/** Describes a text that contains no readable code, for the help request. */
const describeUnreadableText = (userId: number, text: string): RefusedCode => ({
  userId,
  verificationCode: text,
  brand: undefined,
  problemCode: undefined,
  onSeatFreed: () => {},
});

/** Shows a link to the page for several codes. The address of the link names the same owner of the licences. */
function SeveralPcsLink() {
  const { userId, isOtherUser } = useLicenseOwner();
  return (
    <Allowed any={['license.generate']}>
      <LinkButton
        to="/license/many"
        {...(isOtherUser && { search: { user: userId } })}
        icon={<MonitorCog aria-hidden="true" />}
      >
        {texts.severalPcs}
      </LinkButton>
    </Allowed>
  );
}
