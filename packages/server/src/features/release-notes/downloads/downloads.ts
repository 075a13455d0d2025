import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { downloads } from '@basics/contract/release-notes/downloads.ts';
import * as z from 'zod/mini';
import { findGrants, findToolNames } from '#server/features/tools/tools.repository.ts';
import type { Db } from '#server/database/foundation.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { minutes, toUtcDay } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { sealPurposes, type Seal } from '#server/platform/security/seal.ts';
import { findPublishedVersions, isActiveUser } from './downloads.repository.ts';
import type { ReleaseFile, ReleaseFiles } from './release-files.ts';

/** A file with the published note of its version. */
type OfferedFile = ReleaseFile & { releaseId: number; title: string; releaseDate: string };

/** Lists the files of published versions, the newest version first. */
async function listOffered(db: Db, files: ReleaseFiles | null): Promise<OfferedFile[]> {
  const listed = (await files?.list()) ?? [];
  if (listed.length === 0) return [];
  const notes = await findPublishedVersions(db);
  return notes.flatMap(({ id: releaseId, title, version, releaseDate }) =>
    listed.filter((file) => file.version === version).map((file) => ({ ...file, releaseId, title, releaseDate })),
  );
}

/** Keeps the first file of each tool, brand and platform. */
function keepNewest(files: readonly OfferedFile[]): OfferedFile[] {
  const groups = Map.groupBy(files, ({ tool, brand, platform }) => JSON.stringify([tool, brand, platform]));
  return [...groups.values()].flatMap(([newest]) => newest ?? []);
}

type Grant = { toolId: string; brandId: string };
const isGranted = (grants: readonly Grant[], { tool, brand }: ReleaseFile): boolean =>
  grants.some(({ toolId, brandId }) => toolId === tool && (brand === null || brand === brandId));

/** Finds the tools of which a user may download files now: none unless the account is active and its company is not suspended. */
const findUsableGrants = async (db: Db, userId: number, at: number): Promise<readonly Grant[]> =>
  (await isActiveUser(db, userId)) ? findGrants(db, userId, toUtcDay(at)) : [];

/** Finds the description of a file that gives the file to a user now. One file can be described for several brands. */
async function findGranted(
  db: Db,
  descriptions: readonly OfferedFile[],
  { userId, at }: { userId: number; at: number },
): Promise<OfferedFile | undefined> {
  const grants = await findUsableGrants(db, userId, at);
  return descriptions.find((file) => isGranted(grants, file));
}

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;

/** Lists the newest files of the tools that the caller may use today. */
export async function listDownloads(
  { db, actor, at }: ReadContext,
  files: ReleaseFiles | null,
): Promise<Reply<typeof downloads.downloads>> {
  const grants = await findUsableGrants(db, actor.userId, at);
  const offered = keepNewest((await listOffered(db, files)).filter((file) => isGranted(grants, file)));
  const toolNames = new Map((await findToolNames(db)).map(({ id, name }) => [id, name]));
  return {
    items: offered.map(({ name, forEverybody: _forEverybody, stored: _stored, ...file }) => ({
      ...file,
      toolName: toolNames.get(file.tool) ?? file.tool,
      fileName: name,
    })),
  };
}

const linkContent = z.strictObject({ userId: z.int(), version: z.string(), name: z.string(), until: z.int() });
const linkMs = minutes(10);

/** Creates a link to a file for the caller. Throws RESULTS_NOT_FOUND, also for a file of a tool that the caller may not use. */
export async function createDownloadLink(
  { db, actor, at, seal }: ReadContext & Pick<CallContext, 'seal'>,
  files: ReleaseFiles | null,
  wanted: { releaseId: number; fileName: string },
): Promise<Reply<typeof downloads.downloadLink>> {
  const offered = await listOffered(db, files);
  const filesOfName = offered.filter(
    ({ releaseId, name }) => releaseId === wanted.releaseId && name === wanted.fileName,
  );
  const file = await findGranted(db, filesOfName, { userId: actor.userId, at });
  if (!file) throw problem('RESULTS_NOT_FOUND');
  const until = at + linkMs;
  const { version, name } = file;
  const link = seal.close(sealPurposes.downloadLink, JSON.stringify({ userId: actor.userId, version, name, until }));
  return { path: `${writeFilePath(file)}?link=${link}`, until: new Date(until).toISOString() };
}

const writeFilePath = ({ version, name }: ReleaseFile): string =>
  `/downloads/${encodeURIComponent(version)}/${encodeURIComponent(name)}`;

/** A request for a file: its version and name in the address, and the link. */
type FileRequest = { version: string; name: string; link: string };

/**
 * Finds the file of a request. A file that is not for everybody needs a link that is still valid, of a user who is active and may use the tool at
 * this moment. Throws PAGE_NOT_FOUND in every other case.
 */
export async function openDownload(
  { db, at, seal }: { db: Db; at: number; seal: Pick<Seal, 'open'> },
  files: ReleaseFiles,
  request: FileRequest,
): Promise<ReleaseFile> {
  const offered = await listOffered(db, files);
  const filesOfName = offered.filter(({ version, name }) => version === request.version && name === request.name);
  const openFile = filesOfName.find(({ forEverybody }) => forEverybody);
  if (openFile) return openFile;
  const text = await seal.open(sealPurposes.downloadLink, request.link);
  const link = text === null ? null : linkContent.parse(JSON.parse(text));
  const isOfFile = link !== null && link.version === request.version && link.name === request.name && link.until > at;
  const file = isOfFile ? await findGranted(db, filesOfName, { userId: link.userId, at }) : undefined;
  if (!file) throw problem('PAGE_NOT_FOUND');
  return file;
}

/** Reads the public feed of a tool: its published versions, the newest first, with the hashes of their files. */
export async function readReleases(
  { db, publicUrl }: { db: Db; publicUrl: string },
  files: ReleaseFiles | null,
  tool: string,
) {
  const offered = (await listOffered(db, files)).filter((file) => file.tool === tool);
  const releases = Map.groupBy(offered, ({ releaseId }) => releaseId);
  return {
    tool,
    releases: [...releases.values()].map((ofNote) => ({
      version: ofNote[0]?.version,
      title: ofNote[0]?.title,
      releaseDate: ofNote[0]?.releaseDate,
      page: `${publicUrl}/release-notes/${ofNote[0]?.releaseId}`,
      files: ofNote.map((file) => ({
        platform: file.platform,
        brand: file.brand,
        name: file.name,
        bytes: file.bytes,
        sha256: file.sha256,
        ...(file.forEverybody && { url: publicUrl + writeFilePath(file) }),
      })),
    })),
  };
}
