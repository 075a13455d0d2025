import type { Readable } from 'node:stream';
import { StartFault } from '#server/platform/problem.ts';

/** A stored file. `version` changes with the content. */
export type StoredFile = { name: string; bytes: number; version: string };

/** The first and the last byte of a part, counted from 0. */
export type Part = { first: number; last: number };

/** A folder or a bucket. A name is a path below it, such as `1.3.2/Basics.msi`. */
export type Storage = {
  /** The path of the folder, or `s3://bucket/prefix`. */
  place: string;
  /** The folder in which the caller prepares a file for `put`. */
  workFolder: string;
  /** Returns the path or the address of a name, for people. */
  locate: (name: string) => string;
  /** Lists the files of one level, or of two: those of the folders too. Nothing that is incomplete is listed, and no symbolic link. */
  list: (levels: 1 | 2) => Promise<StoredFile[]>;
  /** Finds a file; null if there is none. */
  find: (name: string) => Promise<StoredFile | null>;
  /** Reads a file, or a part of it. Throws StorageFault if its content is no longer that of `version`. */
  read: (file: StoredFile, part?: Part) => Promise<Readable>;
  /**
   * Puts a complete file of `workFolder` here, whole or not at all, and removes it from `workFolder`. Throws StartFault if the name is taken,
   * unless `replaces`.
   */
  put: (file: string, name: string, options?: { replaces?: boolean }) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** Throws StorageFault, with what to do, if the storage does not answer in time or refuses the key. */
  check: (timeoutMs: number) => Promise<void>;
};

/** Thrown if a storage cannot be used now. The message says what to do, and contains no secret. */
export class StorageFault extends StartFault {
  override name = 'StorageFault';
}

/** How to reach buckets. `endpoint` is null for AWS. With `role`, AWS gives keys for a short time to the machine, container or pod. */
export type BucketAccess = {
  endpoint: string | null;
  region: string;
  key: { accessKeyId: string; secretAccessKey: string } | 'role';
};

/** Whether a place is a bucket, and not a folder. */
export const isBucket = (place: string): boolean => place.startsWith('s3:');

/** Whether a text is the address of a bucket, with or without a prefix. */
export const isBucketAddress = (text: string): boolean =>
  /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[A-Za-z\d_][\w.+=@-]*)*\/?$/.test(text);

/** Returns a name. No part of a name begins with a dot, so that none leads out of the place. Throws StartFault for every other text. */
export function requireName(name: string): string {
  if (/^[A-Za-z\d_][\w.+-]*(?:\/[A-Za-z\d_][\w.+-]*)*$/.test(name)) return name;
  throw new StartFault(`${JSON.stringify(name)} is not the name of a file.`);
}
