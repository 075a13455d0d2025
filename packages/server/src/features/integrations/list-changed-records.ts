import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import type { changedRecords } from '@basics/contract/integrations/changed-records.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Db } from '#server/database/foundation.ts';
import { toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import {
  findChangedCompanies,
  findChangedLicenses,
  findChangedMachines,
  findChangedUsers,
  findLastPlace,
  type ChangeQuery,
} from './changed-records.repository.ts';

type Context = Pick<CallContext, 'db' | 'actor'>;
type ChangesQuery = Query<typeof changedRecords.changedUsers>;

/** Lists the users in scope after a place, in the order of their last change. */
export const listChangedUsers = (
  { db, actor }: Context,
  query: ChangesQuery,
): Promise<Reply<typeof changedRecords.changedUsers>> =>
  readPage(db, query, {
    find: (part) => findChangedUsers(db, actor, part),
    convert(row) {
      const { changeId: _, recordId: __, changedAt: ___, place: ____, ownerStatus: _____, createdAt, ...user } = row;
      return { ...user, createdAt: toIsoTime(createdAt) };
    },
  });

/** Lists the licences in scope after a place, in the order of their last change. */
export const listChangedLicenses = (
  { db, actor }: Context,
  query: ChangesQuery,
): Promise<Reply<typeof changedRecords.changedLicenses>> =>
  readPage(db, query, {
    find: (part) => findChangedLicenses(db, actor, part),
    convert(row) {
      const { licenseId, userId, machineId, tool, brand, configTools, notBefore, expiresAt, issuedAt } = row;
      if (licenseId === null || userId === null || machineId === null || tool === null || brand === null) return null;
      if (configTools === null || notBefore === null || expiresAt === null || issuedAt === null) return null;
      return {
        licenseId,
        userId,
        machineId,
        tool,
        brand,
        addOns: parseTexts(configTools),
        validFrom: toUtcDay(notBefore),
        expiryDate: toUtcDay(expiresAt),
        issuedAt: toIsoTime(issuedAt),
        installedAt: toOptionalTime(row.installedAt),
        replacedAt: toOptionalTime(row.replacedAt),
        revokedAt: toOptionalTime(row.revokedAt),
      };
    },
  });

/** Lists the PCs in scope after a place, in the order of their last change. */
export const listChangedMachines = (
  { db, actor }: Context,
  query: ChangesQuery,
): Promise<Reply<typeof changedRecords.changedMachines>> =>
  readPage(db, query, {
    find: (part) => findChangedMachines(db, actor, part),
    convert({ machineId, userId, tool, name, firstSeenAt, releasedAt }) {
      if (machineId === null || userId === null || tool === null || name === null || firstSeenAt === null) return null;
      const times = { firstSeenAt: toIsoTime(firstSeenAt), releasedAt: toOptionalTime(releasedAt) };
      return { machineId, userId, tool, name, ...times };
    },
  });

/** Lists the companies in scope after a place, in the order of their last change. */
export const listChangedCompanies = (
  { db, actor }: Context,
  query: ChangesQuery,
): Promise<Reply<typeof changedRecords.changedCompanies>> =>
  readPage(db, query, {
    find: (part) => findChangedCompanies(db, actor, part),
    convert: ({ recordId: companyId, name, country, externalRef, crmAccount, status, createdAt }) => ({
      companyId,
      name,
      country,
      externalRef,
      crmAccount,
      status,
      createdAt: toIsoTime(createdAt),
    }),
  });

const toOptionalTime = (time: number | null): string | null => (time === null ? null : toIsoTime(time));

/** What every change has: its row, its place, and the status of its user. */
type ChangeRow = {
  changeId: number;
  recordId: number;
  changedAt: number | null;
  place: number | null;
  ownerStatus: string;
};

type Source<Found extends ChangeRow, Record> = {
  find: (query: ChangeQuery) => Promise<Found[]>;
  /** Returns the record of a row; null if it is gone. */
  convert: (row: Found) => Record | null;
};

/** The highest id of a row, which is after all changes of a place. */
const lastId = 2_147_483_647;

async function readPage<Found extends ChangeRow, Record>(
  db: Db,
  { after = '0.0', changedAfter, limit }: ChangesQuery,
  { find, convert }: Source<Found, Record>,
) {
  const [place = 0, id = 0] = after.split('.').map(Number);
  // The end is read first: what is published meanwhile has a later place, and the next request finds it.
  const lastPlace = await findLastPlace(db);
  const rows = await find({
    place,
    id,
    changedAfter: changedAfter === undefined ? -1 : Date.parse(changedAfter),
    limit,
  });
  const last = rows.at(-1);
  const isPastEnd = last !== undefined && (last.place ?? 0) > lastPlace;
  const end = Math.max(lastPlace, place);
  return {
    items: rows.map((row) => ({
      id: row.recordId,
      changedAt: toIsoTime(row.changedAt ?? 0),
      record: row.ownerStatus === 'deleted' ? null : convert(row),
    })),
    next: last && (rows.length === limit || isPastEnd) ? `${last.place}.${last.changeId}` : `${end}.${lastId}`,
    more: rows.length === limit,
  };
}
