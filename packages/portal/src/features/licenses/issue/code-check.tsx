import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, CalendarClock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { License, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licensePage } from '#portal/texts/license-page.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { AnotherCode } from '../codes/code-entry.tsx';
import { StepWithHelp, FocusedCard, useCodeHelp, BrandChoice, useLicenseOwner, type Help } from '../issue-steps.tsx';
import { CodeFacts, OverrideLimits } from './code-facts.tsx';
import { findToolName } from '../license-format.tsx';
import { previewQuery, invalidateLicenses, issueLicense, type CodeRequest } from '../licenses.queries.ts';
import { isRefusal, CodeCheckProblem, type RenderHelp } from '../refusal-notice.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { OwnerQuestion } from './owner-question.tsx';

type CodeCheckProps = {
  code: VerificationCode;
  grants: readonly ToolGrant[];
  renderHelp: RenderHelp;
  onIssued: (license: License) => void;
  /** Called with the licence that this code already has. If a PC waits for its licence, the licence is issued again for this PC instead. */
  onExisting?: (licenseId: number) => void;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
  waitingPc?: WaitingPcParts;
};

/**
 * The parts of the check that differ when a PC waits for its licence: the texts, the call that issues the licence, and
 * the other buttons.
 */
export type WaitingPcParts = {
  title: string;
  facts: Elements;
  help: Help;
  issue: { label: string; send: (userId: number, codeRequest: CodeRequest) => Promise<License> };
  actions: Elements;
};

/** Shows the contents of the code and the licence that it would get, with the button that issues it. */
export function CodeCheck({ code, grants, renderHelp, waitingPc, ...otherProps }: CodeCheckProps) {
  const { onIssued, onExisting, ...restartProps } = otherProps;
  const checkedCode = useCheckedCode(code, onIssued, waitingPc);
  const { userId, preview, ownerQuestion, issuing, chosenBrand, chooseBrand, checkAgain } = checkedCode;
  const { setup } = useSetup();
  const help = useCodeHelp();
  const refusedCode = { userId, verificationCode: code.text, brand: chosenBrand, onSeatFreed: checkAgain };
  const { data } = preview;

  const existingId = waitingPc ? undefined : data?.existingLicenseId;
  useExistingLicense(existingId, onExisting);
  if (existingId !== undefined) return null;

  if (ownerQuestion) return <OwnerQuestion code={code} {...ownerQuestion} {...restartProps} />;

  const toolGrants = grants.filter(({ tool }) => tool === (data?.offer ? data.tool : findToolName(code).id));
  const brand = chosenBrand ?? data?.brand ?? null;
  const isRefused = data?.problem !== undefined || isRefusal(preview.error);
  const isChecking = preview.isPending || preview.isPlaceholderData;
  const isBusy = isChecking || issuing.isBusy;
  const label = waitingPc?.issue.label ?? texts.codeCheck.issue;
  const issue = (extraFields?: { overrideReason: string } | { bridge: true }, onDone?: () => void) =>
    issuing.issue({ ...toRequest(code, data, brand), ...extraFields }, onDone);
  return (
    <StepWithHelp {...(waitingPc?.help ?? (isRefused ? help : codeCheckHelp))}>
      <FocusedCard title={waitingPc?.title ?? (isRefused ? texts.codeCheck.refusedTitle : texts.codeCheck.title)}>
        {waitingPc?.facts}
        {isChecking && <AnnouncedText>{texts.codeCheck.asking}</AnnouncedText>}
        {isChecking && <WaitingNotice text={texts.codeCheck.waits} />}
        <CodeFacts
          code={code}
          toolName={toolGrants[0]?.toolName ?? findToolName(code).name}
          brandName={toolGrants.length > 1 ? null : (toolGrants[0]?.brandName ?? findBrandName(setup.brands, brand))}
          addOns={toolGrants.find((grant) => grant.brand === brand)?.addOns ?? []}
          preview={data}
          isChecking={preview.isPending}
          showsCreation={!waitingPc}
        />
        {toolGrants.length > 1 && <BrandChoice grants={toolGrants} chosenId={brand} onChoose={chooseBrand} />}
        <CodeCheckProblem
          code={code}
          preview={preview}
          issueError={issuing.problem}
          renderHelp={(problemCode) => renderHelp({ ...refusedCode, problemCode })}
        />
        <BridgeOffer bridge={data?.bridge} busy={isBusy} onIssue={() => issue({ bridge: true })} />
        <OverrideLimits
          code={code.text}
          refusalCode={data?.problem?.code}
          busy={issuing.isBusy}
          onIssue={(overrideReason, onDone) => issue({ overrideReason }, onDone)}
        />
        <CheckActions
          issue={!isRefused && (isChecking || data) ? { label, busy: isBusy, onIssue: () => issue() } : null}
          otherActions={waitingPc?.actions}
          isRefused={isRefused}
          {...restartProps}
        />
      </FocusedCard>
    </StepWithHelp>
  );
}

/** Opens the licence that the code already has, and says that no new licence was issued. */
function useExistingLicense(licenseId: number | undefined, onExisting: CodeCheckProps['onExisting']): void {
  const toasts = useToasts();
  const openLicense = useEffectEvent((existingId: number) => {
    toasts.done(licensePage.issuedBefore);
    onExisting?.(existingId);
  });
  useEffect(() => {
    if (licenseId !== undefined) openLicense(licenseId);
  }, [licenseId]);
}

/** Checks a code for the brand that the user chose, asks staff who gets its licence, and issues the licence. */
function useCheckedCode(
  code: VerificationCode,
  onIssued: (license: License) => void,
  waitingPc: WaitingPcParts | undefined,
) {
  const { userId } = useLicenseOwner();
  const [chosenBrand, setChosenBrand] = useState<string>();
  const codeRequest = { verificationCode: code.text, ...(chosenBrand !== undefined && { brand: chosenBrand }) };
  // After the licence was issued, the code is not checked again while the page of the licence is being loaded.
  const [isIssued, setIssued] = useState(false);
  const preview = useQuery({ ...previewQuery(userId, codeRequest), enabled: !isIssued });
  const handleIssued = (license: License): void => {
    setIssued(true);
    onIssued(license);
  };
  const issuing = useIssuing(userId, handleIssued, waitingPc?.issue.send);
  const [isForSelf, setForSelf] = useState(false);
  const { data } = preview;
  const ownerQuestion =
    data?.owners && !isForSelf && !waitingPc
      ? { userId, preview: data, owners: data.owners, onSelf: () => setForSelf(true) }
      : null;

  function chooseBrand(brandId: string): void {
    issuing.forget();
    setChosenBrand(brandId);
  }

  function checkAgain(): void {
    issuing.forget();
    void preview.refetch();
  }

  return { userId, preview, ownerQuestion, issuing, chosenBrand, chooseBrand, checkAgain };
}

type CheckActionsProps = Pick<CodeCheckProps, 'onRestart' | 'onFiles'> & {
  issue: IssueButtonProps | null;
  /** The buttons that replace those for another code. */
  otherActions: Elements;
  isRefused: boolean;
};

const CheckActions = ({ issue, otherActions, isRefused, ...restartProps }: CheckActionsProps) => (
  <Actions>
    {issue && <IssueButton {...issue} />}
    {otherActions ?? <AnotherCode label={texts.codeCheck.again} isRecommended={isRefused} {...restartProps} />}
  </Actions>
);

type IssueButtonProps = { label: string; busy: boolean; onIssue: () => void };

const IssueButton = ({ label, busy, onIssue }: IssueButtonProps) => (
  <Button variant="primary" icon={<BadgeCheck aria-hidden="true" />} busy={busy} onClick={onIssue}>
    {label}
  </Button>
);

const codeCheckHelp: Help = { title: texts.codeCheck.beside.title, help: <p>{texts.codeCheck.beside.text}</p> };

/** Creates the request for the licence with the tool and the brand that the check showed. */
const toRequest = (code: VerificationCode, preview: LicensePreview | undefined, brand: string | null) => ({
  verificationCode: code.text,
  ...(preview && { tool: preview.tool }),
  ...(brand !== null && { brand }),
});

const findBrandName = (brands: readonly { id: string; name: string }[], id: string | null): string | null =>
  id === null ? null : (brands.find((brand) => brand.id === id)?.name ?? id);

type BridgeOfferProps = { bridge: LicensePreview['bridge']; busy: boolean; onIssue: () => void };

/** Offers a short licence of a few days ("bridge licence") when the regular licence is refused. */
function BridgeOffer({ bridge, busy, onIssue }: BridgeOfferProps) {
  const { isOtherUser } = useLicenseOwner();
  return (
    bridge && (
      <Notice
        tone="info"
        title={isOtherUser ? texts.bridge.titleStaff : texts.bridge.title}
        actions={
          <Button icon={<CalendarClock aria-hidden="true" />} busy={busy} onClick={onIssue}>
            {texts.bridge.issue(formatDay(bridge.expiryDate))}
          </Button>
        }
      >
        <p>{isOtherUser ? texts.bridge.textStaff : texts.bridge.text}</p>
      </Notice>
    )
  );
}

/** Issues a licence once, even if the button is pressed twice, and then reloads the lists of licences. */
function useIssuing(
  userId: number,
  onIssued: (license: License) => void,
  sendRequest: (userId: number, codeRequest: CodeRequest) => Promise<License> = issueLicense,
) {
  const client = useQueryClient();
  const { attempt, ...state } = useAttempt();
  const issueOnce = (codeRequest: CodeRequest, onDone = () => {}): void =>
    void attempt(async () => {
      const license = await sendRequest(userId, codeRequest);
      onDone();
      void invalidateLicenses(client, userId);
      onIssued(license);
    });
  return { ...state, issue: issueOnce };
}
