import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LicenseDetails } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay, formatMoment, formatShortDay } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { FilterOptions } from './license-admin.queries.ts';
import { formatCountry, describePartChanges, findName, formatOwner, type LicenseRenderers } from './license-format.tsx';
import styles from './license-admin.module.css';

type LicenseFactsProps = LicenseRenderers & { license: LicenseDetails; options: FilterOptions | undefined };

/** Shows the owner, the tool and the dates of a licence, and the contents of its verification code. */
export function LicenseFacts({ license, options, renderStatus, renderExpiry }: LicenseFactsProps) {
  const [now] = useState(Date.now);
  const { owner, verification, machine, overrideReason } = license;
  return (
    <>
      <Facts>
        <Fact name={texts.panel.status}>{renderStatus(license)}</Fact>
        <Fact name={texts.panel.validUntil}>{renderExpiry(license, now)}</Fact>
        <Fact name={texts.panel.owner}>
          <OwnerLink owner={owner} />
        </Fact>
        <Fact name={texts.panel.company}>{owner.company || texts.none}</Fact>
        <Fact name={texts.panel.country}>{formatCountry(options?.countries, owner.country)}</Fact>
        <Fact name={texts.panel.tool}>{`${findName(options?.tools, license.tool)} ${license.version}`}</Fact>
        <Fact name={texts.panel.brand}>{findName(options?.brands, license.brand)}</Fact>
        <Fact name={texts.panel.issued}>{texts.panel.issuedBy(formatMoment(license.issuedAt), license.issuedBy)}</Fact>
        {license.delivery && <Fact name={texts.panel.delivery}>{describeDelivery(license.delivery)}</Fact>}
        {overrideReason !== null && <Fact name={texts.panel.override}>{overrideReason}</Fact>}
      </Facts>
      <section className={styles.part}>
        <h3>{texts.panel.request}</h3>
        <Facts>
          <Fact name={texts.panel.reason}>{texts.panel.reasons[verification.reason]}</Fact>
          {verification.createdAt !== null && (
            <Fact name={texts.panel.made}>{texts.panel.madeAt(formatMoment(verification.createdAt))}</Fact>
          )}
          <Fact name={texts.panel.fingerprint}>
            <code translate="no" className={styles.code}>
              {machine.fingerprint}
            </code>
          </Fact>
          <Fact name={texts.panel.uid}>
            <code translate="no" className={styles.code}>
              {license.licenseUid}
            </code>
          </Fact>
        </Facts>
      </section>
    </>
  );
}

/** Describes the delivery of a licence: "E-mail written on 5 March 2026; opened the portal on 6 March 2026". */
const describeDelivery = ({ at, error, openedSince }: NonNullable<LicenseDetails['delivery']>): string =>
  [
    texts.panel.written(formatMoment(at)),
    ...(error === null ? [] : [texts.panel.notDelivered(error)]),
    openedSince === null ? texts.panel.notOpened : texts.panel.opened(formatMoment(openedSince)),
  ].join('; ');

const OwnerLink = ({ owner }: { owner: LicenseDetails['owner'] }) => (
  <TwoLines secondLine={owner.login}>
    <Link to={`/users/${owner.userId}`}>{formatOwner(owner)}</Link>
  </TwoLines>
);

/** Lists the changed parts of the PC with their dates, with a warning if the parts change often. */
function PartsHistory({ machine: { partChanges, parts } }: Pick<LicenseDetails, 'machine'>) {
  const partChangesText = describePartChanges(partChanges);
  return (
    <>
      {partChangesText !== null && (
        <Notice tone="warn" title={texts.panel.drift(partChangesText)}>
          <p>{texts.panel.driftText}</p>
        </Notice>
      )}
      {parts.length > 0 && (
        <ul className={styles.history} aria-label={texts.panel.parts}>
          {parts.map(({ at, fingerprint }) => (
            <li key={`${at} ${fingerprint}`}>
              <span>{texts.panel.partsSince(formatMoment(at))}</span>{' '}
              <code translate="no" className={styles.code}>
                {fingerprint}
              </code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type LicenseHistoryProps = Pick<LicenseRenderers, 'renderStatus'> & {
  license: LicenseDetails;
  search: (licenseId: number) => Record<string, unknown>;
};

/** Lists all licences of the PC, with links to the other licences. */
export const LicenseHistory = ({ license, search, renderStatus }: LicenseHistoryProps) => (
  <section className={styles.part}>
    <h3>{texts.panel.history}</h3>
    <p className={styles.second}>{`${texts.panel.firstSeen} ${formatShortDay(license.machine.firstSeenAt)}`}</p>
    <PartsHistory machine={license.machine} />
    <ul className={styles.history}>
      {license.history.map((entry) => {
        const label = texts.panel.historyRow(formatShortDay(entry.issuedAt), formatDay(entry.expiryDate));
        return (
          <li key={entry.licenseId}>
            {entry.licenseId === license.licenseId ? (
              <span aria-current="true">{label}</span>
            ) : (
              <Link to="." search={search(entry.licenseId)} resetScroll={false}>
                {label}
              </Link>
            )}
            <span>
              <VisuallyHidden>{texts.panel.status}</VisuallyHidden> {renderStatus({ ...license, ...entry })}
            </span>
          </li>
        );
      })}
    </ul>
  </section>
);
