import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { License } from '@basics/contract/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { PageHeading } from '#portal/ui/page-heading.tsx';
import { textOfFile, usePasted } from './arriving-text.ts';
import { CodeEntry } from './code-entry.tsx';
import { useCodeFragment } from './code-fragment.ts';
import { LicenseResult } from './license-result.tsx';
import { useLicenseOwner } from './license-owner.ts';
import { licensableBy } from './licenses.queries.ts';
import { OnBehalf } from './on-behalf.tsx';
import { ReadBack } from './read-back.tsx';
import { readCode } from './read-code.ts';
import { NoGrants } from './refusal-notice.tsx';

type Entry = { at: 'entry'; text: string; error: string | undefined };
type Step = Entry | { at: 'readBack'; code: VerificationCode } | { at: 'issued'; license: License };

const emptyEntry: Entry = { at: 'entry', text: '', error: undefined };

/** From a verification code, however it arrives, by what it would bring, to the licence. */
export function VerifyLicensePage() {
  const { userId, isOther } = useLicenseOwner();
  const [step, setStep] = useState<Step>(emptyEntry);
  const licensable = useQuery(licensableBy(userId));

  const hasNoGrants = licensable.data?.items.length === 0;

  function take(text: string): void {
    const reading = readCode(text);
    setStep(reading.ok ? { at: 'readBack', code: reading.code } : { at: 'entry', text, error: reading.error });
  }

  function takePasted(text: string): void {
    // Pasted beside a read-back or a licence, only a code may put it away.
    if (step.at === 'entry' || readCode(text).ok) take(text);
  }

  async function takeFile(file: File): Promise<void> {
    const read = await textOfFile(file);
    if (read.ok) take(read.text);
    else setStep({ ...emptyEntry, error: texts.entry.badFile[read.reason] });
  }

  const hearFile = (file: File): void => void takeFile(file);
  useCodeFragment(take);
  usePasted({ onText: takePasted, onFile: hearFile });

  return (
    <>
      <PageHeading title={texts.entry.title} lead={step.at === 'entry' ? texts.entry.lead : undefined} />
      {isOther && <OnBehalf userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOther && step.at === 'entry' && hasNoGrants && <NoGrants />}
      {step.at === 'entry' && (
        <CodeEntry
          text={step.text}
          error={step.error}
          onChange={(text, arrived) => {
            if (arrived || step.error !== undefined || readCode(text).ok) take(text);
            else setStep({ at: 'entry', text, error: undefined });
          }}
          onSubmit={() => take(step.text)}
          onFile={hearFile}
        />
      )}
      {step.at === 'readBack' && (
        <ReadBack
          key={step.code.text}
          code={step.code}
          grants={licensable.data?.items ?? []}
          onIssued={(license) => setStep({ at: 'issued', license })}
          onAgain={() => setStep(emptyEntry)}
          onFile={hearFile}
        />
      )}
      {step.at === 'issued' && (
        <LicenseResult
          key={step.license.licenseId}
          license={step.license}
          onAgain={() => setStep(emptyEntry)}
          onFile={hearFile}
        />
      )}
    </>
  );
}
