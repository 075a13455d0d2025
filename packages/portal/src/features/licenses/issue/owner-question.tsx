import type { CodeOwner, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Actions } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { AnotherCode } from '../codes/code-entry.tsx';
import { CodeFacts } from './code-facts.tsx';
import { findToolName, formatMachineOfCode } from '../license-format.tsx';
import { FocusedCard } from '../issue-steps.tsx';
import { OwnerChoice } from './owner-choice.tsx';

type OwnerQuestionProps = {
  code: VerificationCode;
  userId: number;
  preview: LicensePreview;
  owners: readonly CodeOwner[];
  onSelf: () => void;
  onRestart: () => void;
  onFiles: (files: readonly File[]) => void;
};

/**
 * Shows the contents of a code and asks staff who gets its licence. The brand, the days, the seats and a refusal for the account of the
 * member of staff are not shown, because they can differ for the chosen customer.
 */
export const OwnerQuestion = ({ code, userId, preview, owners, onSelf, ...restartProps }: OwnerQuestionProps) => (
  <>
    <PageHeading title={texts.entry.title} />
    <FocusedCard title={formatMachineOfCode(code)}>
      <CodeFacts
        code={code}
        toolName={findToolName(code).name}
        brandName={null}
        addOns={[]}
        preview={{ ...preview, offer: null }}
        isChecking={false}
        startsOpen
      />
      <OwnerChoice
        owners={owners}
        createAddress={() => ({ to: '/license/verify', hash: `c=${code.text}` })}
        userId={userId}
        onSelf={onSelf}
      />
      <Actions>
        <AnotherCode label={texts.codeCheck.again} {...restartProps} />
      </Actions>
    </FocusedCard>
  </>
);
