import { StartFault } from '#server/platform/problem.ts';
import { createFolderStorage } from './folder-storage.ts';
import { isBucket, isBucketAddress, type BucketAccess, type Storage } from './storage.ts';

/** `workFolder` is where files for a bucket are prepared. */
type StorageOptions = { access: BucketAccess | null; workFolder: string };

/** Opens a place. The library for buckets is only loaded for a bucket. Throws StartFault for a bucket without a key. */
export async function openStorage(place: string, { access, workFolder }: StorageOptions): Promise<Storage> {
  if (!isBucket(place)) return createFolderStorage(place);
  if (!isBucketAddress(place)) throw new StartFault(`${place} is no address of a bucket, like s3://bucket/prefix.`);
  if (access === null)
    throw new StartFault(
      `${place} needs a key: FILES_S3_KEY_FILE names a file with <access key id>:<secret>, or FILES_S3_KEY=role uses the role of this machine at AWS.`,
    );
  const { createBucketStorage } = await import('./bucket-storage.ts');
  return createBucketStorage(place.replace(/\/$/, ''), access, workFolder);
}
