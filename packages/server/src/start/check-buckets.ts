import type { Config } from '#server/config/config.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { isBucket, StorageFault } from '#server/platform/storage/storage.ts';

type BucketConfig = Pick<Config, 'backup' | 'bucketAccess' | 'dataDir' | 'filesPlace'>;

/** Lists the buckets that the configuration names. */
export const listBuckets = ({ backup, filesPlace }: Pick<BucketConfig, 'backup' | 'filesPlace'>): string[] =>
  [backup.place, filesPlace].filter((place) => place !== null && isBucket(place)).map(String);

/** Asks each configured bucket. Returns a sentence with what to do for each that does not answer or refuses the key. */
export async function findStorageFaults(config: BucketConfig): Promise<string[]> {
  const { bucketAccess: access, dataDir: workFolder } = config;
  const results = await Promise.all(
    listBuckets(config).map(async (place) => {
      try {
        await (await openStorage(place, { access, workFolder })).check(seconds(5));
        return null;
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        return error.message;
      }
    }),
  );
  return results.filter((sentence) => sentence !== null);
}

/** Prints what is wrong with the configured buckets. The portal starts all the same, because people need their licences. */
export async function reportStorageFaults(config: BucketConfig, print: (line: string) => void): Promise<void> {
  for (const sentence of await findStorageFaults(config)) print(sentence);
}
