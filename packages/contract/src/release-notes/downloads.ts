import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { rowId } from '../calls/lists.ts';
import { limits } from '../calls/limits.ts';
import { day, moment } from '../fields/fields.ts';

/** A file of a published release note. `brand` is null for a file of all brands. */
const download = z.strictObject({
  releaseId: z.int(),
  title: z.string(),
  version: z.string(),
  releaseDate: day,
  tool: z.string(),
  toolName: z.string(),
  brand: z.nullable(z.string()),
  /** For people, such as `Windows 64-bit`. */
  platform: z.string(),
  fileName: z.string(),
  bytes: z.int(),
  /** The SHA-256 of the file, in hex. */
  sha256: z.string(),
});

export type Download = z.infer<typeof download>;

/** The calls by which users get the files of release notes. */
export const downloads = {
  downloads: endpoint({
    name: 'releaseNotes.downloads',
    summary: 'The newest file of each platform for the tools that the caller may use now',
    method: 'GET',
    path: '/download',
    access: { any: ['license.generate'] },
    reply: z.strictObject({ items: z.array(download) }),
    problems: [],
  }),
  downloadLink: endpoint({
    name: 'releaseNotes.downloadLink',
    summary: 'A link to a file, valid for 10 minutes and only while the caller may use the tool',
    method: 'POST',
    path: '/download/link',
    access: { any: ['license.generate'] },
    body: z.strictObject({
      releaseId: rowId,
      fileName: z.string().check(z.minLength(1), z.maxLength(limits.text.line)),
    }),
    reply: z.strictObject({ path: z.string(), until: moment }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
