import { Link } from '@tanstack/react-router';
import type { licenseRefusals } from '@basics/contract/licenses.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licenses as texts } from '#portal/messages/en/licenses.ts';
import { Notice } from '#portal/ui/notice.tsx';
import { useLicenseOwner } from './license-owner.ts';
import styles from './verify-license.module.css';

type NextStep = 'newCode' | 'freeSeat' | 'salesman' | 'support' | 'wait';

/** What helps on; the words of most problems say it themselves, some need a way to somebody, the others pass by themselves. */
const nextSteps: Partial<Record<PortalProblemCode, NextStep>> = {
  NOT_A_CODE: 'newCode',
  CODE_INCOMPLETE: 'newCode',
  CODE_TYPO: 'newCode',
  CODE_NEWER: 'support',
  CODE_TOO_OLD: 'newCode',
  CODE_USED_BY_OTHER: 'salesman',
  OTHER_TOOL: 'newCode',
  OTHER_BRAND: 'salesman',
  NO_TOOL_GRANT: 'salesman',
  SEAT_LIMIT: 'freeSeat',
  MOVE_LIMIT: 'salesman',
  CLOCK_AHEAD: 'newCode',
  ACCOUNT_SUSPENDED: 'support',
  CANNOT_ISSUE: 'support',
  ACCOUNT_PROBLEM: 'support',
} satisfies Record<(typeof licenseRefusals)[number], NextStep> & Partial<Record<PortalProblemCode, NextStep>>;

type RefusalNoticeProps = {
  title: string;
  problem: { code: PortalProblemCode; message: string };
  /** The PC that the code was made on: the subject of a mail about it. */
  machine: string;
};

/** Why there is no licence, in the words of the problem, and whom to turn to where the customer cannot help himself. */
export function RefusalNotice({ title, problem, machine }: RefusalNoticeProps) {
  const { isOther } = useLicenseOwner();
  const lackingWords = isOther ? texts.onBehalf.noGrants : texts.noGrants.text;
  const lacksGrant = problem.code === 'NO_TOOL_GRANT';
  return (
    <Notice
      tone="warn"
      role="alert"
      title={lacksGrant ? problem.message : title}
      actions={<NextSteps step={nextSteps[problem.code] ?? 'wait'} machine={machine} />}
    >
      <p>{lacksGrant ? lackingWords : problem.message}</p>
    </Notice>
  );
}

function NextSteps({ step, machine }: { step: NextStep; machine: string }) {
  const { brand } = useSetup();
  const { isOther } = useLicenseOwner();
  // Staff who issue on behalf are those whom the customer would ask.
  if (step === 'newCode' || step === 'wait' || (isOther && step !== 'support')) return null;
  return (
    <>
      {step === 'freeSeat' && <Link to="/account">{texts.readBack.seeLicences}</Link>}
      <a href={mailTo(brand.supportEmail, texts.readBack.mailSubject(machine))}>
        {step === 'support' ? texts.readBack.askSupport : texts.readBack.askForIt}
      </a>
    </>
  );
}

/** The account has no tool to get licences for: said before anybody goes to fetch a code. */
export function NoGrants() {
  const { brand } = useSetup();
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={texts.noGrants.title}
        actions={<a href={mailTo(brand.supportEmail, texts.noGrants.mailSubject)}>{texts.noGrants.ask}</a>}
      >
        <p>{texts.noGrants.text}</p>
      </Notice>
    </div>
  );
}

/** The address of a link that opens a new mail (RFC 6068). */
const mailTo = (address: string, subject: string): string => `mailto:${address}?subject=${encodeURIComponent(subject)}`;
