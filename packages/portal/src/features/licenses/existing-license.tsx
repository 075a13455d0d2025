import { useQuery } from '@tanstack/react-query';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { AnnouncedText } from '#portal/ui/layout/visually-hidden.tsx';
import { formatMachineOfCode } from './code-format.ts';
import { FocusedCard } from './focused-card.tsx';
import { useLicenseOwner } from './license-owner.ts';
import { LicenseResult } from './license-result.tsx';
import { createExistingLicenseQuery } from './licenses.queries.ts';

type ExistingLicenseProps = {
  code: VerificationCode;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/** Shows the licence that this code already has. */
export function ExistingLicense({ code, onRestart, onFiles }: ExistingLicenseProps) {
  const { userId } = useLicenseOwner();
  const existingLicense = useQuery(createExistingLicenseQuery(userId, { verificationCode: code.text }));
  if (existingLicense.data)
    return <LicenseResult license={existingLicense.data} isExisting onRestart={onRestart} onFiles={onFiles} />;
  return (
    <FocusedCard title={texts.result.title(formatMachineOfCode(code))}>
      {existingLicense.error ? (
        <Notice
          tone="danger"
          role="alert"
          title={existingLicense.error.message}
          actions={<Button onClick={() => void existingLicense.refetch()}>{ui.retry}</Button>}
        />
      ) : (
        <>
          <AnnouncedText>{texts.result.loadingExisting}</AnnouncedText>
          <Skeleton height="12rem" />
        </>
      )}
    </FocusedCard>
  );
}
