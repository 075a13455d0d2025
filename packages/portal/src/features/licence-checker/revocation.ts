import type { Licence } from '@basics/licensing/licence.ts';
import { readRevocationList } from '@basics/licensing/revocation-list.ts';
import type { PublishedKey } from './published.ts';
import { readVerified } from './verify-signatures.ts';

/**
 * Whether a licence was revoked, by the signed revocation list of its tool. `listedAt` is the time of the list in Unix seconds. A list that
 * is not current does not contain what was revoked since.
 */
export type Revocation =
  | { status: 'revoked' | 'keyRevoked' | 'notRevoked'; listedAt: number; isCurrent: boolean }
  | { status: 'notChecked'; reason: 'noList' | 'invalidList' };

/** Loads the revocation list of a tool; throws if there is none. A saved list is never current, because it was not loaded for this check. */
export type RevocationSource = { loadList: (toolId: number) => Promise<string>; isSaved: boolean };

/** Finds out whether a genuine licence was revoked. `now` is in Unix milliseconds. */
export async function findRevocation(
  licence: Licence,
  keys: readonly PublishedKey[],
  { source, now }: { source: RevocationSource; now: number },
): Promise<Revocation> {
  const listText = await loadText(source, licence.tool.id);
  if (listText === undefined) return { status: 'notChecked', reason: 'noList' };
  const trustedKeys = keys.filter(({ rotationStatus }) => rotationStatus !== 'revoked');
  const reading = await readVerified((primitives) =>
    readRevocationList(
      listText,
      trustedKeys.map(({ publicKey }) => publicKey),
      primitives,
    ),
  );
  if (
    !reading.ok ||
    reading.value.list.toolId !== licence.tool.id ||
    reading.value.list.keys.includes(reading.value.keyId)
  )
    return { status: 'notChecked', reason: 'invalidList' };
  const { list } = reading.value;
  return {
    status: findStatus(licence, list),
    listedAt: list.issuedAt,
    isCurrent: !source.isSaved && Math.floor(now / 1000) <= list.nextAt,
  };
}

/** A licence code contains only the first digits of the id of its key. */
function findStatus({ keyId, licenceId }: Licence, { ids, keys }: { ids: readonly string[]; keys: readonly string[] }) {
  if (keys.some((revokedKeyId) => revokedKeyId.startsWith(keyId))) return 'keyRevoked';
  return ids.includes(licenceId) ? 'revoked' : 'notRevoked';
}

async function loadText({ loadList }: RevocationSource, toolId: number): Promise<string | undefined> {
  try {
    return await loadList(toolId);
  } catch {
    return undefined; // The result says that the list is missing, and the check of the signature is shown without it.
  }
}
