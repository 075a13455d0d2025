import { isBucketAddress, type BucketAccess } from '../platform/storage/storage.ts';
import { readHeaders } from './config-values.ts';

/** Reads the value of a variable, or its default. */
type ReadValue<Name extends string> = (name: Name) => string;

type HumanVerificationKey = 'HUMAN_VERIFICATION' | 'HUMAN_VERIFICATION_SITE_KEY' | 'HUMAN_VERIFICATION_SECRET';
type ProviderKey = 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_REQUIRED' | 'PUBLIC_URL';

/** `isRequired` means that staff sign in with the identity provider or a passkey, and not with a password. */
export type IdentityProvider = { issuer: string; clientId: string; clientSecret: string; isRequired: boolean };

/** A human verification service needs two keys; without these keys, nobody could register or recover a password. */
export function findHumanVerificationFaults(readValue: ReadValue<HumanVerificationKey>): string[] {
  const kind = readValue('HUMAN_VERIFICATION');
  if (!['turnstile', 'hcaptcha', 'recaptcha'].includes(kind)) return [];
  return (['HUMAN_VERIFICATION_SITE_KEY', 'HUMAN_VERIFICATION_SECRET'] as const)
    .filter((key) => readValue(key) === '')
    .map(
      (key) => `${key} must be set with HUMAN_VERIFICATION=${kind}; the service shows it when you register your site.`,
    );
}

export function readIdentityProvider(readValue: ReadValue<ProviderKey>): IdentityProvider | null {
  const issuer = readValue('OIDC_ISSUER');
  if (issuer === '') return null;
  const [clientId, clientSecret] = [readValue('OIDC_CLIENT_ID'), readValue('OIDC_CLIENT_SECRET')];
  return { issuer, clientId, clientSecret, isRequired: readValue('OIDC_REQUIRED') === 'staff' };
}

/** An identity provider is configured completely or not at all; otherwise nobody could sign in with it. */
export function findIdentityProviderFaults(readValue: ReadValue<ProviderKey>): string[] {
  const clientKeys = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  if (readValue('OIDC_ISSUER') === '')
    return [
      ...clientKeys.filter((key) => readValue(key) !== '').map((key) => `${key} has no effect without OIDC_ISSUER.`),
      ...(readValue('OIDC_REQUIRED') === 'none'
        ? []
        : ['OIDC_REQUIRED=staff needs OIDC_ISSUER, because otherwise no member of staff could sign in.']),
    ];
  return [
    ...(readValue('PUBLIC_URL') === ''
      ? ['PUBLIC_URL must be set with OIDC_ISSUER: the identity provider sends people back to this address.']
      : []),
    ...clientKeys
      .filter((key) => readValue(key) === '')
      .map(
        (key) => `${key} must be set with OIDC_ISSUER; the identity provider shows it when you register the portal.`,
      ),
  ];
}

type TraceKey = 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME';
export type Traces = { endpoint: string; headers: Readonly<Record<string, string>>; serviceName: string };

export function readTraces(readValue: ReadValue<TraceKey>): Traces | null {
  const endpoint = readValue('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === '') return null;
  const headers = readHeaders(readValue('OTEL_EXPORTER_OTLP_HEADERS')) ?? {};
  return { endpoint, headers, serviceName: readValue('OTEL_SERVICE_NAME') };
}

type BucketKey = 'FILES_S3_ENDPOINT' | 'FILES_S3_REGION' | 'FILES_S3_KEY';

/** Reads how to reach buckets; null without a key. */
export function readBucketAccess(readValue: ReadValue<BucketKey>): BucketAccess | null {
  const key = readValue('FILES_S3_KEY');
  // The ids of some servers contain a colon, as `project:user` of OpenStack Swift.
  const [, accessKeyId = '', secretAccessKey = ''] = /^(.+):([^:]+)$/.exec(key) ?? [];
  const [endpoint, region] = [readValue('FILES_S3_ENDPOINT') || null, readValue('FILES_S3_REGION')];
  if (key === 'role') return { endpoint, region, key };
  return accessKeyId === '' ? null : { endpoint, region, key: { accessKeyId, secretAccessKey } };
}

/** A bucket needs a key, and the files of release notes have one place. */
export function findBucketFaults(
  readValue: ReadValue<BucketKey | 'FILES_DIR' | 'FILES_S3_BUCKET' | 'BACKUP_DIR'>,
): string[] {
  const bucketKeys = [
    ...(isBucketAddress(`s3://${readValue('FILES_S3_BUCKET')}`) ? ['FILES_S3_BUCKET'] : []),
    ...(isBucketAddress(readValue('BACKUP_DIR')) ? ['BACKUP_DIR'] : []),
  ];
  return [
    ...(readValue('FILES_DIR') !== '' && readValue('FILES_S3_BUCKET') !== ''
      ? ['FILES_DIR and FILES_S3_BUCKET are both set. Remove one of them.']
      : []),
    ...(bucketKeys.length > 0 && readValue('FILES_S3_KEY') === ''
      ? [
          `FILES_S3_KEY_FILE must be set with ${bucketKeys.join(' and ')}; the server of the bucket shows the key when you create it. If this machine has a role at AWS, set FILES_S3_KEY=role instead.`,
        ]
      : []),
  ];
}
