import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatDay } from '#portal/messages/times.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Notice, QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { OnBehalfNotice, useLicenseOwner } from './issue-steps.tsx';
import { createEntitlementsQuery } from './licenses.queries.ts';
import styles from './verify-license.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { licenseRefusals, type Entitlement } from '@basics/contract/licenses/licenses.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';

/** Says why no tool of the account fits: grants have ended or have not begun, there are grants of other tools only, or there are none. */
export function MissingGrant({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  const { isOtherUser } = useLicenseOwner();
  const { entitlements, ended, later } = useEntitlements();
  const askText = entitlements?.length === 0 ? texts.noGrants.text : texts.noGrants.otherTool;
  return (
    <>
      {[...ended, ...later].map((entitlement) => (
        <div key={`${entitlement.tool} ${entitlement.brand}`} className={styles.stack}>
          <p>{describeDays(entitlement)}</p>
          {entitlement.state === 'ended' && renderRequest?.(entitlement)}
        </div>
      ))}
      {isOtherUser && <p>{texts.onBehalf.addTool}</p>}
      {!isOtherUser && ended.length === 0 && later.length === 0 && <p>{askText}</p>}
    </>
  );
}

function describeDays({ toolName, brandName, state, validFrom, validTo }: Entitlement): string {
  const { endedOn, beginsOn } = texts.entitlements;
  return state === 'ended'
    ? endedOn(toolName, brandName, formatDay(validTo ?? ''))
    : beginsOn(toolName, brandName, formatDay(validFrom ?? ''));
}

/** Loads the tools of the owner of the licence; `entitlements` is undefined until they are loaded. */
function useEntitlements() {
  const { userId } = useLicenseOwner();
  const entitlements = useQuery(createEntitlementsQuery(userId)).data?.items;
  const listByState = (state: Entitlement['state']) => entitlements?.filter((item) => item.state === state) ?? [];
  return { entitlements, ended: listByState('ended'), later: listByState('later') };
}

/** Renders a button that asks staff for a tool whose entitlement has ended. */
export type RenderAskForTool = (entitlement: Pick<Entitlement, 'tool' | 'brand'>) => Elements;

type GrantNoticesProps = {
  grantsQuery: UseQueryResult<{ items: readonly ToolGrant[] }>;
  /** Whether the user can still enter a code. */
  isEntry?: boolean;
  renderRequest?: RenderAskForTool | undefined;
};

/** Says whose licence is issued, that the account has no tool that can be licensed now, or that the tools could not be loaded. */
export function GrantNotices({ grantsQuery, isEntry = true, renderRequest }: GrantNoticesProps) {
  const { userId, isOtherUser } = useLicenseOwner();
  const hasNoGrants = grantsQuery.data?.items.length === 0;
  return (
    <>
      {isOtherUser && <OnBehalfNotice userId={userId} hasNoGrants={hasNoGrants} />}
      {!isOtherUser && isEntry && hasNoGrants && <NoGrants renderRequest={renderRequest} />}
      <QueryFailed query={grantsQuery} title={texts.grantsFailed} />
    </>
  );
}

function NoGrants({ renderRequest }: { renderRequest?: RenderAskForTool | undefined }) {
  const { brand } = useSetup();
  const hasEnded = useEntitlements().ended.length > 0;
  return (
    <div className={styles.above}>
      <Notice
        tone="warn"
        title={texts.noGrants.title}
        actions={
          !hasEnded && <a href={createMailLink(brand.supportEmail, texts.noGrants.mailSubject)}>{texts.noGrants.ask}</a>
        }
      >
        <MissingGrant renderRequest={renderRequest} />
      </Notice>
    </div>
  );
}

/** Returns the address of a link that opens a new e-mail in the mail program (RFC 6068). */
export const createMailLink = (mailAddress: string, subject: string): string =>
  `mailto:${mailAddress}?subject=${encodeURIComponent(subject)}`;

/**
 * A refused code, for the component that offers help. When a seat was freed, this component calls `onSeatFreed`, which checks the code
 * again.
 */
export type RefusedCode = {
  /** The user who gets the licence. */
  userId: number;
  verificationCode: string;
  brand: string | undefined;
  problemCode: string | undefined;
  onSeatFreed: () => void;
};

export type RenderHelp = (refusedCode: RefusedCode) => Elements;

/**
 * Whether the problem with this code is about the verification code, so that staff can help. Other problems are temporary or faults of the
 * portal.
 */
export const isLicenseRefusal = (problemCode: string): boolean =>
  licenseRefusals.some((refusal) => refusal === problemCode);

/** Returns whether an error means that the server refused the code. Other errors mean that no answer arrived. */
export const isRefusal = (error: Error | null): error is ApiProblem =>
  error instanceof ApiProblem && error.reaction.shown === 'inPlace';
