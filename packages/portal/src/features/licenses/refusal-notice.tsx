import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Entitlement } from '@basics/contract/licenses.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useLicenseOwner } from './license-owner.ts';
import { createEntitlementsQuery } from './licenses.queries.ts';
import styles from './verify-license.module.css';

type NextStep = 'freeSeat' | 'support';

/** The next step, if the message of the problem does not name one. */
const nextSteps: Partial<Record<PortalProblemCode, NextStep>> = {
  CODE_NEWER: 'support',
  SEAT_LIMIT: 'freeSeat',
  ACCOUNT_SUSPENDED: 'support',
  CANNOT_ISSUE: 'support',
  ACCOUNT_PROBLEM: 'support',
};

type RefusalNoticeProps = {
  title: string;
  problem: { code: PortalProblemCode; message: string };
  /** The PC of the code: the subject of an e-mail about it. */
  machine: string;
};

/** Shows why there is no licence, with a contact if the customer cannot solve it. */
export function RefusalNotice({ title, problem, machine }: RefusalNoticeProps) {
  const { isOther } = useLicenseOwner();
  const lackingWords = isOther ? texts.onBehalf.noGrants : texts.noGrants.text;
  const lacksGrant = problem.code === 'NO_TOOL_GRANT';
  return (
    <Notice
      tone="warn"
      role="alert"
      title={lacksGrant ? problem.message : title}
      actions={<NextSteps step={nextSteps[problem.code]} machine={machine} />}
    >
      {lacksGrant && <EndedTools />}
      <p>{lacksGrant ? lackingWords : problem.message}</p>
    </Notice>
  );
}

/** The help request is below; this shows what customers can do themselves, or only support can. */
function NextSteps({ step, machine }: { step: NextStep | undefined; machine: string }) {
  const { brand } = useSetup();
  const { isOther } = useLicenseOwner();
  if (step === 'freeSeat')
    return isOther ? null : (
      <Link to="/account" hash="pcs">
        {texts.readBack.seePcs}
      </Link>
    );
  if (step !== 'support') return null;
  return (
    <a href={createMailLink(brand.supportEmail, texts.readBack.mailSubject(machine))}>{texts.readBack.askSupport}</a>
  );
}

/** Says which tools the owner of the code could use before, and until when. */
function EndedTools({ renderAsk }: { renderAsk?: RenderAskForTool | undefined }) {
  return useEndedTools().map((ended) => (
    <div key={`${ended.tool} ${ended.brand}`} className={styles.stack}>
      <p>{texts.entitlements.endedOn(ended.toolName, ended.brandName, formatDay(ended.validTo ?? ''))}</p>
      {renderAsk?.(ended)}
    </div>
  ));
}

function useEndedTools(): readonly Entitlement[] {
  const { userId } = useLicenseOwner();
  const { data } = useQuery(createEntitlementsQuery(userId));
  return data?.items.filter(({ state }) => state === 'ended') ?? [];
}

/** Shows a button that asks staff for a tool that has ended. */
export type RenderAskForTool = (ended: Pick<Entitlement, 'tool' | 'brand'>) => ReactNode;

/** The account has no tool with licences: shown before the user creates a code. */
export function NoGrants({ renderAsk }: { renderAsk?: RenderAskForTool | undefined }) {
  const { brand } = useSetup();
  if (useEndedTools().length > 0)
    return (
      <div className={styles.above}>
        <Notice tone="warn" title={texts.entitlements.allEnded}>
          <EndedTools renderAsk={renderAsk} />
        </Notice>
      </div>
    );
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={texts.noGrants.title}
        actions={<a href={createMailLink(brand.supportEmail, texts.noGrants.mailSubject)}>{texts.noGrants.ask}</a>}
      >
        <p>{texts.noGrants.text}</p>
      </Notice>
    </div>
  );
}

/** The address of a link that opens a new mail (RFC 6068). */
const createMailLink = (address: string, subject: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(subject)}`;
