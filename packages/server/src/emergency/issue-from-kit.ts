import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { createSignerFromPem, nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode, type VerificationCode } from '@basics/licensing/verification-code.ts';
import { endOfDay } from '../platform/clock/clock.ts';
import { hashVerificationCode } from '../features/licenses/license.ts';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { findIdentityProblem } from '#server/features/licenses/issue/refusal.ts';
import { writeLicense } from '#server/features/licenses/issue/write-license.ts';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { StartFault } from '#server/platform/problem.ts';
import type { Kit, KitEntry, GrantInKit, KitManifest } from './kit.ts';

type IssueInput = {
  /** The text with the verification code. */
  code: string;
  /** `login` is the owner of the licence; `by` names the person who issues it. */
  login: string;
  by: string;
  /** The brand of the licence; null if the customer has only one brand. */
  brand: string | null;
  now: number;
  randomBytes: (bytes: number) => Uint8Array;
};

export type KitLicense = { entry: KitEntry; kit: Kit; remainingCount: number };

/**
 * Issues a licence from a kit, and returns the licence and the new state of the kit, which counts the licence. A code that was used before
 * gives the same licence again, and counts once. Throws StartFault if the kit does not permit the licence.
 */
export function issueFromKit(kit: Kit, input: IssueInput): KitLicense {
  const reading = readVerificationCode(input.code, nodePrimitives);
  if (!reading.ok) throw new StartFault(`This is no verification code that can be read (${reading.refusal.code}).`);
  const request = reading.value;
  const identityProblem = findIdentityProblem(request.claims);
  if (identityProblem) throw new StartFault(identityProblem.message);
  const remainingCount = kit.manifest.licences - kit.entries.length;
  const existingEntry = kit.entries.find(({ verificationCode }) => isSameCode(verificationCode, request));
  if (existingEntry) {
    if (foldLogin(existingEntry.login) === foldLogin(input.login)) return { entry: existingEntry, kit, remainingCount };
    throw new StartFault(`This code has a licence of ${existingEntry.login}.`);
  }
  refuseWrongTime(kit, input.now);
  if (remainingCount <= 0) throw new StartFault(`The kit has issued all of its ${kit.manifest.licences} licences.`);
  const entry = createEntry(kit, request, input);
  return { entry, kit: { ...kit, entries: [...kit.entries, entry] }, remainingCount: remainingCount - 1 };
}

const isSameCode = (text: string, request: VerificationCode): boolean => {
  const reading = readVerificationCode(text, nodePrimitives);
  return reading.ok && hashVerificationCode(reading.value) === hashVerificationCode(request);
};

/** Refuses a wrong clock and an expired kit. The clock is wrong if the kit was created or has issued a licence at a later time. */
function refuseWrongTime({ manifest, entries }: Kit, now: number): void {
  const latestAt = Math.max(manifest.createdAt, ...entries.map(({ at }) => at));
  if (now < latestAt - clockSkewMs)
    throw new StartFault(
      `The clock of this machine is wrong: the kit was used on ${new Date(latestAt).toISOString()}.`,
    );
  if (now > manifest.until)
    throw new StartFault(`The kit issues nothing after ${new Date(manifest.until).toISOString()}.`);
}

function createEntry({ manifest, key }: Kit, request: VerificationCode, input: IssueInput): KitEntry {
  const tool = manifest.tools.find(({ code }) => code === request.claims.toolId);
  if (!tool) throw new StartFault('The code is of a tool that the kit does not have.');
  const grant = chooseGrant(manifest.grants, tool.id, input);
  const expiresAt = computeExpiry(manifest, grant, input.now);
  if (expiresAt <= input.now) throw new StartFault(`${input.login} may use ${tool.name} no longer.`);
  const uid = bytesToHex(input.randomBytes(8));
  return writeEntry(key, { tool, grant, request, expiresAt, uid, at: input.now, by: input.by });
}

/** Computes when a licence that is issued at this time expires. The expiry is earlier than `at` if the grant has ended. */
export function computeExpiry(manifest: KitManifest, grant: GrantInKit, at: number): number {
  const end = endOfDay(at + days(manifest.days));
  return grant.validTo === null ? end : Math.min(end, endOfDay(Date.parse(grant.validTo)));
}

type EntryInput = {
  tool: KitManifest['tools'][number];
  grant: GrantInKit;
  request: VerificationCode;
  expiresAt: number;
  uid: string;
  at: number;
  by: string;
};

/** Writes an entry. The same input and key always give the same entry, so an import can compare entries (writeLicense). */
export function writeEntry(key: string, { tool, grant, request, expiresAt, uid, at, by }: EntryInput): KitEntry {
  const { code, file } = writeLicense(
    {
      uid,
      userName: `${grant.name} <${grant.login}>`,
      brand: grant.brand,
      tool,
      request,
      anchor: request.claims.fingerprint,
      entitlements: { bits: grant.bits, names: grant.configTools },
      preferences: grant.preferences,
      isTrial: false,
      issuedAt: at,
      expiresAt,
      graceDays: graceDaysOfCode,
      seq: 1,
      deny: [],
      audit: null,
    },
    createLicenseKey(createSignerFromPem(key)),
  );
  return {
    at,
    by,
    login: grant.login,
    brand: grant.brand.id,
    configTools: grant.configTools,
    preferences: grant.preferences,
    verificationCode: request.text,
    licenceCode: code,
    licenceFile: file,
  };
}

function chooseGrant(grants: readonly GrantInKit[], tool: string, { login, brand }: IssueInput): GrantInKit {
  const ownGrants = grants.filter((kitGrant) => foldLogin(kitGrant.login) === foldLogin(login));
  if (ownGrants.length === 0) throw new StartFault(`The kit has no customer ${login}.`);
  const matchingGrants = ownGrants.filter(
    (kitGrant) => kitGrant.tool === tool && (brand === null || kitGrant.brand.id === brand),
  );
  const [first, ...others] = matchingGrants;
  if (!first) throw new StartFault(`${login} may not use this tool${brand === null ? '' : ` of the brand ${brand}`}.`);
  if (others.length > 0)
    throw new StartFault(
      `Name the brand with --brand: ${matchingGrants.map((kitGrant) => kitGrant.brand.id).join(' or ')}.`,
    );
  return first;
}
