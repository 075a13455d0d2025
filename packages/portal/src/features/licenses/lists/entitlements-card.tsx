import { useQuery } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useState } from 'react';
import type { Entitlement } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { countDaysUntil, formatDay, formatDayFromNow } from '#portal/messages/times.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { Fact, Facts, StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createEntitlementsQuery } from '../licenses.queries.ts';
import type { RenderAskForTool } from '../refusal-notice.tsx';
import { AccountPart } from '../contacts/account-part.tsx';
import styles from '../verify-license.module.css';

const texts = licenses.entitlements;

type EntitlementsProps = { userId: number; renderRequest: RenderAskForTool };

/** Shows the company, the staff responsible for the user, and the tools that the user may use with their add-ons and dates. */
export function Entitlements({ userId, renderRequest }: EntitlementsProps) {
  const entitlementsQuery = useQuery(createEntitlementsQuery(userId));
  return (
    <QueryContent
      query={entitlementsQuery}
      failedTitle={texts.failed}
      loading={<ItemsLoading loadingText={texts.loading} />}
    >
      {({ company, caretakers, items }) => (
        <>
          <Facts>
            <Fact name={texts.company}>{company || texts.noCompany}</Fact>
            <Fact name={texts.caretakers}>{caretakers.names.join(', ') || texts.administrators}</Fact>
          </Facts>
          <AccountPart title={texts.title}>
            {items.length === 0 && <p>{texts.none}</p>}
            <ItemList>
              {items.map((entitlement) => (
                <EntitlementRow
                  key={`${entitlement.tool} ${entitlement.brand}`}
                  entitlement={entitlement}
                  renderRequest={renderRequest}
                />
              ))}
            </ItemList>
          </AccountPart>
        </>
      )}
    </QueryContent>
  );
}

const tones: Record<Entitlement['state'], Tone> = { valid: 'ok', later: 'neutral', ended: 'danger' };

function EntitlementRow({ entitlement, renderRequest }: { entitlement: Entitlement; renderRequest: RenderAskForTool }) {
  const [now] = useState(Date.now);
  const { toolName, brandName, addOns, state } = entitlement;
  return (
    <ItemRow
      icon={Package}
      title={
        <>
          <span>{texts.name(toolName, brandName)}</span>{' '}
          <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>{' '}
          <span className={styles.remark}>
            {[
              ...(addOns.length > 0 ? [texts.addOns(addOns.map(({ name }) => name).join(', '))] : []),
              ...listDays(entitlement, now),
            ].join(' · ')}
          </span>
        </>
      }
      facts={[]}
      {...(needsMoreTime(entitlement, now) && { actions: renderRequest(entitlement) })}
    />
  );
}

/** Returns whether the user can ask for more time, because the grant of the tool has ended or ends within 30 days. */
const needsMoreTime = ({ state, validTo }: Entitlement, now: number): boolean =>
  state === 'ended' ||
  (state === 'valid' && validTo !== null && countDaysUntil(validTo, now) <= limits.licence.renewalOpensDays);

/** Formats the dates of an entitlement. The first day is included only if it is in the future. */
function listDays({ validFrom, validTo, state }: Entitlement, now: number): string[] {
  const end = validTo === null ? texts.endless : texts.days(formatDay(validTo), formatDayFromNow(validTo, now));
  return state === 'later' && validFrom !== null ? [texts.from(formatDay(validFrom)), end] : [end];
}
