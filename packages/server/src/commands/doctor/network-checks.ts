import { seenRequestSchema, type RequestSeenByPortal } from '#server/platform/operation/health.ts';
import { findStorageFaults, listBuckets } from '#server/start/check-buckets.ts';
import { readMailbox } from '#server/platform/email-addresses.ts';
import { days, minutes, seconds, toUtcDay } from '#server/platform/clock/clock.ts';
import { adviseOnMailError } from '#server/mail/delivery/mail-fault.ts';
import { describeError, fault, ok, skipped, warning, type Check, type DatabaseContext, type Finding } from './check.ts';
import * as rows from './doctor.repository.ts';
import type { Network } from './network.ts';

type NetworkCheck = (context: DatabaseContext, network: Network) => Promise<Finding>;

/** Creates a check that contacts other machines, and that `--offline` skips. */
const createNetworkCheck = (name: string, check: NetworkCheck): Check<DatabaseContext> => ({
  name,
  run: async (context) => (context.network ? check(context, context.network) : skipped('--offline')),
});

const publicUrlStep = 'Start the portal, and check the proxy in front of it.';
const nameServerStep = 'Check the name servers of this machine, and run this again.';

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
const readCode = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The codes with which Node.js refuses a certificate: those of OpenSSL (X509_STORE_CTX_get_error(3)), and a wrong host name. */
const certificateFaultPattern = /CERT|SIGNATURE|ISSUER|CA_|PATH_LENGTH|HOSTNAME|CRL/;

/** Returns no records if the DNS says that there is none (Node.js, "DNS error codes"), and the error if the DNS gave no answer. */
function readMissingName(error: unknown): string[] | Error {
  const cause = toError(error);
  return ['ENOTFOUND', 'ENODATA'].includes(readCode(cause)) ? [] : cause;
}

/** A machine that gives no answer says nothing about what was asked. */
const reportUnasked = (asked: string, error: Error, next: string): Finding =>
  fault(`${asked} could not be asked: ${describeError(error)}.`, next);

/** The server that tells the time. The check of the clock is skipped if this server cannot be reached. */
const timeServer = 'pool.ntp.org';
/**
 * The largest permitted difference between the clock of this machine and the clock of the time server. The clock guard permits the same
 * difference.
 */
const maxDifferenceMs = minutes(5);

const proxyExamplesHint = 'The files in deploy/nginx and deploy/caddy are examples.';
const sharedLimitWarning = 'limits for sign-in attempts apply to all people together';

/** Checks whether the proxy sends the headers about the original request that the portal needs, and whether the portal trusts this proxy. */
function judgeProxy({ protocol, hostname }: URL, receivedRequest: RequestSeenByPortal): Finding {
  if (receivedRequest.forwardedFor === 'absent' && protocol === 'http:') return ok('no proxy is in front');
  if (receivedRequest.forwardedFor === 'absent')
    return fault(
      `The proxy sends no X-Forwarded-For: ${sharedLimitWarning}.`,
      `Let the proxy send it. ${proxyExamplesHint}`,
    );
  if (receivedRequest.forwardedFor === 'ignored')
    return fault(
      `The portal ignores the X-Forwarded-For of the proxy: ${sharedLimitWarning}.`,
      'Add the address of the proxy to TRUSTED_PROXIES, and restart the portal.',
    );
  return `${receivedRequest.protocol}:` === protocol && receivedRequest.hostname === hostname
    ? ok('the portal sees address, protocol and host name of each request')
    : fault(
        `The portal sees requests for ${receivedRequest.protocol}://${receivedRequest.hostname}.`,
        `Let the proxy send Host and X-Forwarded-Proto. ${proxyExamplesHint}`,
      );
}

export const networkChecks: readonly Check<DatabaseContext>[] = [
  createNetworkCheck('buckets', async ({ config }) => {
    const faults = await findStorageFaults(config);
    const places = listBuckets(config);
    if (places.length === 0) return skipped('no bucket is set');
    const { endpoint = null } = config.bucketAccess ?? {};
    if (faults.length > 0) return fault(faults.join(' '), 'See "Backups and files in a bucket" in docs/operating.md.');
    return endpoint?.startsWith('http:') && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(endpoint).hostname)
      ? warning(`${endpoint} gets backups and files unencrypted.`, 'Use an https address in FILES_S3_ENDPOINT.')
      : ok(places.join(', '));
  }),
  createNetworkCheck('time-server', async (_, network) => {
    const aheadMs = await network.compareTime(timeServer).catch(() => null);
    if (aheadMs === null) return skipped(`${timeServer} does not answer from here`);
    const text = `this machine and ${timeServer} differ by ${(Math.abs(aheadMs) / 1000).toFixed(1)} s`;
    if (Math.abs(aheadMs) > maxDifferenceMs) return fault(text, 'Set the clock of this machine by NTP.');
    return Math.abs(aheadMs) > seconds(5) ? warning(text, 'Check that NTP runs on this machine.') : ok(text);
  }),
  createNetworkCheck('public-name', async ({ config: { publicUrl } }, network) => {
    const { hostname } = new URL(publicUrl);
    const addresses = await network.findAddresses(hostname).catch(readMissingName);
    if (addresses instanceof Error)
      return fault(`The address of ${hostname} could not be asked: ${describeError(addresses)}.`, nameServerStep);
    return addresses.length > 0
      ? ok(`${hostname} is ${addresses.join(', ')}`)
      : fault(`${hostname} has no address.`, 'Add a DNS record for the name in PUBLIC_URL.');
  }),
  createNetworkCheck('public-answer', async ({ config: { publicUrl } }, network) => {
    try {
      const { status } = await network.readAnswer(`${publicUrl}/health/live`);
      return status === 200 ? ok(`${publicUrl} answers`) : fault(`${publicUrl} answers ${status}.`, publicUrlStep);
    } catch (error) {
      return fault(`${publicUrl} does not answer: ${describeError(error)}.`, publicUrlStep);
    }
  }),
  createNetworkCheck('security-headers', async ({ config: { publicUrl } }, network) => {
    if (!publicUrl.startsWith('https:')) return skipped('PUBLIC_URL is not https');
    const answer = await network.readAnswer(`${publicUrl}/sign-in`).catch(toError);
    if (answer instanceof Error) return reportUnasked(publicUrl, answer, publicUrlStep);
    const { headers } = answer;
    const missingHeaders = ['strict-transport-security', 'content-security-policy'].filter(
      (name) => !headers.has(name),
    );
    const text = `Through the proxy these headers are missing: ${missingHeaders.join(', ')}.`;
    return missingHeaders.length === 0
      ? ok('they arrive through the proxy')
      : fault(text, 'Let the proxy pass the headers of the portal on.');
  }),
  createNetworkCheck('proxy-headers', async ({ config: { publicUrl } }, network) => {
    const answer = await network.readAnswer(`${publicUrl}/health/proxy`).catch(toError);
    if (answer instanceof Error) return reportUnasked(publicUrl, answer, publicUrlStep);
    const { status, text } = answer;
    return status === 200
      ? judgeProxy(new URL(publicUrl), seenRequestSchema.parse(JSON.parse(text)))
      : skipped(`${publicUrl}/health/proxy answers ${status}`);
  }),
  createNetworkCheck('certificate', async ({ config: { publicUrl }, shell }, network) => {
    const { protocol, hostname, port } = new URL(publicUrl);
    if (protocol !== 'https:') return skipped('PUBLIC_URL is not https');
    const certificateEnd = await network.findCertificateEnd(hostname, Number(port) || 443).catch(toError);
    if (certificateEnd instanceof Error && !certificateFaultPattern.test(readCode(certificateEnd)))
      return reportUnasked(publicUrl, certificateEnd, publicUrlStep);
    if (certificateEnd instanceof Error)
      return fault(
        `The certificate is not accepted: ${describeError(certificateEnd)}.`,
        'Correct it in the proxy. If it comes from an authority of your own, set NODE_EXTRA_CA_CERTS to the file of that authority.',
      );
    const remainingMs = certificateEnd - shell.clock();
    const text = `the certificate ends on ${toUtcDay(certificateEnd)}`;
    const nextStep = 'Renew it, and check its automatic renewal.';
    if (remainingMs < days(3)) return fault(text, nextStep);
    return remainingMs < days(14) ? warning(text, nextStep) : ok(text);
  }),
  createNetworkCheck('mail-server', async ({ config: { smtpUrl } }, network) => {
    if (smtpUrl === null) return skipped('SMTP_URL is not set');
    try {
      await network.checkSmtp(smtpUrl);
      return ok('it accepts the sign-in');
    } catch (error) {
      const text = describeError(error);
      return fault(`The mail server cannot be used: ${text}.`, adviseOnMailError(text));
    }
  }),
  createNetworkCheck('crm', async ({ config: { crmUrl, crmAuthorization } }, network) => {
    if (crmUrl === null) return skipped('CRM_URL is not set');
    const search = new URL(crmUrl);
    for (const [name, value] of Object.entries({ keyword: '', pageNumber: '1', pageSize: '1' }))
      search.searchParams.set(name, value);
    const headers = {
      accept: 'application/json',
      ...(crmAuthorization !== null && { authorization: crmAuthorization }),
    };
    const nextStep = 'Check CRM_URL and CRM_AUTHORIZATION.';
    try {
      const { status, text } = await network.readAnswer(search.href, headers);
      if (status !== 200) return fault(`The CRM answers with the status ${status}.`, nextStep);
      return /^\s*\{[^]*"items"/.test(text)
        ? ok('it answers a search')
        : fault('The answer of the CRM is not a list of accounts.', nextStep);
    } catch (error) {
      return reportUnasked('The CRM', toError(error), nextStep);
    }
  }),
  createNetworkCheck('sender-domains', async ({ database, config: { mailFrom, smtpUrl } }, network) => {
    if (smtpUrl === null) return skipped('SMTP_URL is not set');
    const senderAddresses = mailFrom ? [mailFrom.address] : await rows.findSenders(database.kysely);
    const domains = new Set(
      senderAddresses.map((sender) => (readMailbox(sender)?.address ?? sender).replace(/^.*@/, '')),
    );
    const missingRecords: string[] = [];
    const unaskedRecords: string[] = [];
    const records = [...domains].flatMap((domain) => [
      { record: `SPF of ${domain}`, name: domain, start: 'v=spf1' },
      { record: `DMARC of ${domain}`, name: `_dmarc.${domain}`, start: 'v=DMARC1' },
    ]);
    for (const { record, name, start } of records) {
      // oxlint-disable-next-line no-await-in-loop -- few records
      const texts = await network.findTexts(name).catch(readMissingName);
      if (texts instanceof Error) unaskedRecords.push(record);
      else if (!texts.some((text) => text.startsWith(start))) missingRecords.push(record);
    }
    if (unaskedRecords.length > 0)
      return warning(`These records could not be asked: ${unaskedRecords.join(', ')}.`, nameServerStep);
    const nextStep =
      'Add these TXT records: SPF at the domain, DMARC at _dmarc.<domain>. The mail server names the record for DKIM, <selector>._domainkey.<domain>; check it in the headers of an e-mail that has arrived.';
    return missingRecords.length === 0
      ? ok([...domains].join(', '))
      : warning(`Not found: ${missingRecords.join(', ')}.`, nextStep);
  }),
];
