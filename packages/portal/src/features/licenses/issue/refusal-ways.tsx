import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, CreditCard, Mail, Zap } from 'lucide-react';
import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Way, WayList } from '#portal/ui/lists/way-list.tsx';
import { useLicenseOwner } from '../issue-steps.tsx';
import { formatMachineOfCode } from '../license-format.tsx';
import { freeBrandQuery } from '../licenses.queries.ts';
import { createMailLink } from '../refusal-notice.tsx';
import type { Refused } from './code-verdict.tsx';

/** Problems that a new code of the PC solves. */
const solvedByNewCode: ReadonlySet<string> = new Set<PortalProblemCode>([
  'NOT_A_CODE',
  'CODE_INCOMPLETE',
  'CODE_TYPO',
  'CODE_TOO_OLD',
  'CLOCK_AHEAD',
  'CLOCK_BEHIND',
  'OTHER_TOOL',
]);

/** Problems that only support can solve. */
const solvedBySupport: ReadonlySet<string> = new Set<PortalProblemCode>([
  'CODE_NEWER',
  'PC_NOT_IDENTIFIED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_NOT_ACTIVE',
  'CANNOT_ISSUE',
  'ACCOUNT_PROBLEM',
]);

type RefusalWaysProps = {
  problem: Refused;
  code: VerificationCode;
  preview: LicensePreview | undefined;
  isBusy: boolean;
  /** The grants of the same tool for other brands, which may have a free seat. */
  otherBrands: readonly ToolGrant[];
  onBridge: () => void;
  onBrand: (brand: string) => void;
  onRestart: () => void;
  /** The ways that other features offer: to free a seat, to ask staff. */
  children: Elements;
};

/** What the user can do about a refusal: what helps now comes first, and the first action is the next action of the page. */
export function RefusalWays({ problem, code, preview, otherBrands, children, ...handlers }: RefusalWaysProps) {
  const { isOtherUser } = useLicenseOwner();
  const { brand } = useSetup();
  const freeBrand = useFreeBrand(code, otherBrands);
  const bridge = preview?.bridge;
  const { onBridge, onBrand, onRestart, isBusy } = handlers;
  return (
    <WayList>
      {freeBrand && (
        <Way
          icon={<CreditCard aria-hidden="true" />}
          title={texts.ways.otherBrand(freeBrand.brandName)}
          action={
            <Button variant="primary" onClick={() => onBrand(freeBrand.brand)}>
              {texts.ways.takeBrand(freeBrand.brandName)}
            </Button>
          }
        />
      )}
      {bridge && (
        <Way
          icon={<Zap aria-hidden="true" />}
          title={texts.bridge.title}
          text={texts.bridge.text[isOtherUser ? 'staff' : 'owner'](formatDay(bridge.expiryDate))}
          action={
            <Button variant={freeBrand ? 'secondary' : 'primary'} busy={isBusy} onClick={onBridge}>
              {texts.bridge.issue}
            </Button>
          }
        />
      )}
      {solvedByNewCode.has(problem.code) && (
        <Way
          icon={<ClipboardPaste aria-hidden="true" />}
          title={texts.ways.newCode}
          text={texts.ways.newCodeText(formatMachineOfCode(code))}
          action={
            <Button variant="primary" onClick={onRestart}>
              {texts.ways.enterCode}
            </Button>
          }
        />
      )}
      {solvedBySupport.has(problem.code) && (
        <Way
          icon={<Mail aria-hidden="true" />}
          title={texts.ways.support}
          action={
            <a href={createMailLink(brand.supportEmail, texts.codeCheck.mailSubject(formatMachineOfCode(code)))}>
              {texts.codeCheck.askSupport}
            </a>
          }
        />
      )}
      {children}
    </WayList>
  );
}

/** Returns the first of the other brands for which the code gets a licence. */
function useFreeBrand(code: VerificationCode, otherBrands: readonly ToolGrant[]): ToolGrant | undefined {
  const { userId } = useLicenseOwner();
  const brands = otherBrands.map(({ brand }) => brand);
  const { data: freeBrand } = useQuery(freeBrandQuery(userId, code.text, brands));
  return otherBrands.find(({ brand }) => brand === freeBrand);
}
