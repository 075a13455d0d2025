import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { License, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licensePage } from '#portal/texts/license-page.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { PageDrop } from '#portal/ui/files/file-drop.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { BrandChoice, useLicenseOwner } from '../issue-steps.tsx';
import { CodeFacts, OverrideLimits } from './code-facts.tsx';
import {
  CodeNotLoaded,
  CodeVerdict,
  findProblem,
  SeatsOfTool,
  type Refused,
  type RenderSeats,
} from './code-verdict.tsx';
import { RefusalWays } from './refusal-ways.tsx';
import { findToolName, formatMachineOfCode } from '../license-format.tsx';
import styles from '../verify-license.module.css';
import { previewQuery, invalidateLicenses, issueLicense, type CodeRequest } from '../licenses.queries.ts';
import { isLicenseRefusal, isRefusal, type RenderHelp } from '../refusal-notice.tsx';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { OwnerQuestion } from './owner-question.tsx';

type CodeCheckProps = {
  code: VerificationCode;
  grants: readonly ToolGrant[];
  renderHelp: RenderHelp;
  renderSeats?: RenderSeats | undefined;
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
  issue: { label: string; send: (userId: number, codeRequest: CodeRequest) => Promise<License> };
  actions: Elements;
};

/** Shows the contents of the code and the licence that it would get, with the button that issues it. */
export function CodeCheck(props: CodeCheckProps) {
  const { code, waitingPc, onIssued, onExisting, onRestart, onFiles } = props;
  const checkedCode = useCheckedCode(code, onIssued, waitingPc);
  const existingId = waitingPc ? undefined : checkedCode.preview.data?.existingLicenseId;
  useExistingLicense(existingId, onExisting);
  if (existingId !== undefined) return null;
  const { ownerQuestion } = checkedCode;
  if (ownerQuestion) return <OwnerQuestion code={code} {...ownerQuestion} onRestart={onRestart} onFiles={onFiles} />;
  return <CheckedCode {...props} checkedCode={checkedCode} />;
}

type CheckedCodeProps = CodeCheckProps & { checkedCode: ReturnType<typeof useCheckedCode> };

/** The PC of the code with the verdict, its seat, what the user can do now, and the contents of the code. */
function CheckedCode(props: CheckedCodeProps) {
  const { code, grants, renderSeats, waitingPc, onRestart, onFiles, checkedCode } = props;
  const { userId, preview, issuing, chosenBrand } = checkedCode;
  const { setup } = useSetup();
  const { data } = preview;
  const toolGrants = grants.filter(({ tool }) => tool === (data?.offer ? data.tool : findToolName(code).id));
  const brand = chosenBrand ?? data?.brand ?? null;
  const problem = findProblem(preview, issuing.problem);
  const isRefused = data?.problem !== undefined || isRefusal(preview.error);
  const isChecking = preview.isPending || preview.isPlaceholderData;
  return (
    <div className={styles.page}>
      {!waitingPc && <PageDrop dropLabel={codeFile.drop} onFiles={onFiles} />}
      <CodeVerdict
        code={code}
        {...(waitingPc && { title: waitingPc.title })}
        preview={preview}
        problem={problem}
        isChecking={isChecking}
        onRestart={onRestart}
      />
      <div className={styles.stack}>
        {isChecking && <AnnouncedText>{texts.codeCheck.asking}</AnnouncedText>}
        {isChecking && <WaitingNotice text={texts.codeCheck.waits} />}
        {waitingPc?.facts}
        {(!isRefused || problem?.code === 'SEAT_LIMIT') && (
          <SeatsOfTool userId={userId} code={code} preview={data} isRefused={isRefused} renderSeats={renderSeats} />
        )}
        <Decision {...props} {...{ toolGrants, brand, problem, isRefused, isChecking }} />
        <CodeNotLoaded preview={preview} problem={problem} />
        <CodeFacts
          code={code}
          toolName={toolGrants[0]?.toolName ?? findToolName(code).name}
          brandName={toolGrants.length > 1 ? null : (toolGrants[0]?.brandName ?? findBrandName(setup.brands, brand))}
          addOns={toolGrants.find((grant) => grant.brand === brand)?.addOns ?? []}
          preview={data}
          isChecking={preview.isPending}
          showsCreation={!waitingPc}
        />
      </div>
    </div>
  );
}

type DecisionProps = CheckedCodeProps & {
  toolGrants: readonly ToolGrant[];
  brand: string | null;
  problem: Refused | null;
  isRefused: boolean;
  isChecking: boolean;
};

/** What the user can do now: issue the licence, for one of several brands, or the ways out of a refusal. */
function Decision({ toolGrants, brand, problem, isRefused, isChecking, ...props }: DecisionProps) {
  const { code, renderHelp, waitingPc, onRestart, checkedCode } = props;
  const { userId, preview, issuing, chosenBrand, chooseBrand, checkAgain } = checkedCode;
  const { data } = preview;
  const isBusy = isChecking || issuing.isBusy;
  const refusedCode = { userId, verificationCode: code.text, brand: chosenBrand, onSeatFreed: checkAgain };
  const issue = (extraFields?: { overrideReason: string } | { bridge: true }, onDone?: () => void) =>
    issuing.issue({ ...toRequest(code, data, brand), ...extraFields }, onDone);
  return (
    <>
      {toolGrants.length > 1 && !isRefused && (
        <BrandChoice grants={toolGrants} chosenId={brand} onChoose={chooseBrand} />
      )}
      {!isRefused && (isChecking || data) && (
        <Actions>
          <Button variant="primary" size="large" busy={isBusy} onClick={() => issue()}>
            {waitingPc?.issue.label ?? texts.codeCheck.issue}
          </Button>
          {waitingPc?.actions ?? <WorksOnly code={code} />}
        </Actions>
      )}
      {problem && (
        <RefusalWays
          problem={problem}
          code={code}
          preview={data}
          isBusy={isBusy}
          otherBrands={toolGrants.filter((grant) => isRefused && grant.brand !== brand)}
          onBridge={() => issue({ bridge: true })}
          onBrand={chooseBrand}
          onRestart={onRestart}
        >
          {isLicenseRefusal(problem.code) && renderHelp({ ...refusedCode, problemCode: problem.code })}
        </RefusalWays>
      )}
      {isRefused && waitingPc?.actions && <Actions>{waitingPc.actions}</Actions>}
      <OverrideLimits
        code={code.text}
        refusalCode={data?.problem?.code}
        busy={issuing.isBusy}
        onIssue={(overrideReason, onDone) => issue({ overrideReason }, onDone)}
      />
    </>
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

const WorksOnly = ({ code }: { code: VerificationCode }) => (
  <p className={styles.remark}>{texts.codeCheck.worksOnly(formatMachineOfCode(code))}</p>
);

/** Creates the request for the licence with the tool and the brand that the check showed. */
const toRequest = (code: VerificationCode, preview: LicensePreview | undefined, brand: string | null) => ({
  verificationCode: code.text,
  ...(preview && { tool: preview.tool }),
  ...(brand !== null && { brand }),
});

const findBrandName = (brands: readonly { id: string; name: string }[], id: string | null): string | null =>
  id === null ? null : (brands.find((brand) => brand.id === id)?.name ?? id);

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
