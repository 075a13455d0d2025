import type { LicenseStatus } from '@basics/contract/licenses.ts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const isCurrent = sql<boolean>`(licenses.revoked_at is null and licenses.replaced_at is null)`;

const isOwnerSuspended = sql<boolean>`exists
  (select 1 from users as owner where owner.id = licenses.user_id and owner.status = 'suspended')`;

/** The SQL condition for each status, by the same rules as `findLicenseStatus`; `now` is in Unix milliseconds. */
export const statusConditions: Record<LicenseStatus, (now: number) => RawBuilder<boolean>> = {
  Revoked: () => sql`licenses.revoked_at is not null`,
  Replaced: () => sql`(licenses.revoked_at is null and licenses.replaced_at is not null)`,
  Expired: (now) => sql`(${isCurrent} and licenses.expires_at <= ${now})`,
  Active: (now) => sql`(${isCurrent} and licenses.expires_at > ${now} and not ${isOwnerSuspended})`,
  Suspended: (now) => sql`(${isCurrent} and licenses.expires_at > ${now} and ${isOwnerSuspended})`,
};
