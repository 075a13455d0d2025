import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { License, LicensePreview } from '@basics/contract/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { AnotherCode } from './another-code.tsx';
import { StepWithHelp } from './side-by-side.tsx';
import type { Help } from './side-by-side.tsx';
import { BridgeOffer } from './bridge-offer.tsx';
import { BrandChoice } from './brand-choice.tsx';
import { CodeFacts } from './code-facts.tsx';
import { findToolName } from './code-words.ts';
import { ExistingLicense } from './existing-license.tsx';
import { FocusedCard } from './focused-card.tsx';
import { useLicenseOwner } from './license-owner.ts';
import { previewQuery } from './licenses.queries.ts';
import type { CodeRequest } from './licenses.queries.ts';
import { OverrideLimits } from './override-limits.tsx';
import { isRefusal, ReadBackProblem } from './read-back-problem.tsx';
import type { RenderHelp } from './refused-code.ts';
import { useCodeHelp } from './renewal-hint.tsx';
import { useIssuing } from './use-issuing.ts';

type ReadBackProps = {
  code: VerificationCode;
  grants: readonly ToolGrant[];
  renderHelp: RenderHelp;
  onIssued: (license: License) => void;
  onAgain: () => void;
  onFile: (file: File) => void;
  waiting?: WaitingParts;
};

/** For a code of a PC that waits: shown above the facts, the call that issues the licence, and the other actions. */
export type WaitingParts = {
  title: string;
  facts: ReactNode;
  help: Help;
  issue: { label: string; send: (userId: number, asked: CodeRequest) => Promise<License> };
  actions: ReactNode;
};

/** Shows the contents of the code and the licence that it would get, with the button that issues it. */
export function ReadBack({ code, grants, renderHelp, onIssued, onAgain, onFile, waiting }: ReadBackProps) {
  const { userId, preview, issuing, chosen, choose, readAgain } = useCheckedCode(code, onIssued, waiting?.issue.send);
  const { setup } = useSetup();
  const help = useCodeHelp();
  const [now] = useState(Date.now);
  const [isForSelf, setForSelf] = useState(false);
  const { data } = preview;
  const owners = isForSelf || waiting ? undefined : data?.owners;

  if (data?.existingLicenseId !== undefined && !waiting)
    return <ExistingLicense code={code} onAgain={onAgain} onFile={onFile} />;

  const ofTool = grants.filter(({ tool }) => tool === (data?.offer ? data.tool : findToolName(code).id));
  const brand = chosen ?? data?.brand ?? null;
  const isRefused = data?.problem !== undefined || isRefusal(preview.error);
  const isAsking = preview.isPending || preview.isPlaceholderData;
  const label = waiting?.issue.label ?? texts.readBack.issue;
  const issue = (more?: { overrideReason: string } | { bridge: true }) =>
    issuing.issue({ ...toRequest(code, data, brand), ...more });
  return (
    <StepWithHelp {...(waiting?.help ?? (isRefused ? help : readBackHelp))}>
      <FocusedCard title={waiting?.title ?? (isRefused ? texts.readBack.refusedTitle : texts.readBack.title)}>
        {waiting?.facts}
        {isAsking && <Announced>{texts.readBack.asking}</Announced>}
        <CodeFacts
          code={code}
          toolName={ofTool[0]?.toolName ?? findToolName(code).name}
          brandName={ofTool.length > 1 ? null : (ofTool[0]?.brandName ?? findBrandName(setup.brands, brand))}
          addOns={ofTool.find((grant) => grant.brand === brand)?.addOns ?? []}
          preview={data}
          isAsking={preview.isPending}
          now={now}
        />
        {ofTool.length > 1 && <BrandChoice grants={ofTool} chosen={brand} onChoose={choose} />}
        <ReadBackProblem
          code={code}
          preview={preview}
          issueError={issuing.problem}
          renderHelp={(problemCode) =>
            renderHelp({ verificationCode: code.text, brand: chosen, problemCode, onFreed: readAgain })
          }
        />
        <BridgeOffer bridge={data?.bridge} busy={isAsking || issuing.isBusy} onIssue={() => issue({ bridge: true })} />
        <OverrideLimits
          refusal={data?.problem?.code}
          busy={issuing.isBusy}
          onIssue={(overrideReason) => issue({ overrideReason })}
        />
        {owners && <OwnerChoice owners={owners} code={code} userId={userId} onSelf={() => setForSelf(true)} />}
        <Actions>
          {!isRefused && !owners && (isAsking || data) && (
            <IssueButton label={label} busy={isAsking || issuing.isBusy} onIssue={() => issue()} />
          )}
          {waiting?.actions ?? (
            <AnotherCode label={texts.readBack.again} isNext={isRefused} onAgain={onAgain} onFile={onFile} />
          )}
        </Actions>
      </FocusedCard>
    </StepWithHelp>
  );
}

/** The check of a code, for the brand that the user chose, and the way to issue its licence. */
function useCheckedCode(
  code: VerificationCode,
  onIssued: (license: License) => void,
  send: WaitingParts['issue']['send'] | undefined,
) {
  const { userId } = useLicenseOwner();
  const [chosen, setChosen] = useState<string>();
  const asked = { verificationCode: code.text, ...(chosen !== undefined && { brand: chosen }) };
  const preview = useQuery(previewQuery(userId, asked));
  const issuing = useIssuing(userId, onIssued, send);

  function choose(brandId: string): void {
    issuing.forget();
    setChosen(brandId);
  }

  function readAgain(): void {
    issuing.forget();
    void preview.refetch();
  }

  return { userId, preview, issuing, chosen, choose, readAgain };
}

/** Loaded when it is needed: only staff see it, and rarely. */
const OwnerChoice = createLazyPart(async () => (await import('./owner-choice.tsx')).OwnerChoice);

const IssueButton = ({ label, busy, onIssue }: { label: string; busy: boolean; onIssue: () => void }) => (
  <Button variant="primary" icon={<BadgeCheck aria-hidden="true" />} busy={busy} onClick={onIssue}>
    {label}
  </Button>
);

const readBackHelp: Help = { title: texts.readBack.beside.title, help: <p>{texts.readBack.beside.text}</p> };

/** The request has the tool and the brand that the check showed. */
const toRequest = (code: VerificationCode, preview: LicensePreview | undefined, brand: string | null) => ({
  verificationCode: code.text,
  ...(preview && { tool: preview.tool }),
  ...(brand !== null && { brand }),
});

const findBrandName = (brands: readonly { id: string; name: string }[], id: string | null): string | null =>
  id === null ? null : (brands.find((brand) => brand.id === id)?.name ?? id);
