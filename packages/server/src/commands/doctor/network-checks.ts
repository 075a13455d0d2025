import { seenRequestSchema, type RequestSeenByPortal } from '#server/platform/operation/health.ts';
import { readMailbox } from '#server/platform/email-addresses.ts';
import { days, minutes, seconds, toUtcDay } from '#server/platform/clock/clock.ts';
import { describeError, fault, ok, skipped, warning, type Check, type DatabaseContext, type Finding } from './check.ts';
import * as rows from './doctor.repository.ts';
import type { Network } from './network.ts';

type NetworkCheck = (context: DatabaseContext, network: Network) => Promise<Finding>;

/** Creates a check that contacts other machines, and that `--offline` skips. */
const createNetworkCheck = (name: string, check: NetworkCheck): Check<DatabaseContext> => ({
  name,
  run: async (context) => (context.network ? check(context, context.network) : skipped('--offline')),
});

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
  createNetworkCheck('time-server', async (_, network) => {
    const aheadMs = await network.compareTime(timeServer).catch(() => null);
    if (aheadMs === null) return skipped(`${timeServer} does not answer from here`);
    const text = `this machine and ${timeServer} differ by ${(Math.abs(aheadMs) / 1000).toFixed(1)} s`;
    if (Math.abs(aheadMs) > maxDifferenceMs) return fault(text, 'Set the clock of this machine by NTP.');
    return Math.abs(aheadMs) > seconds(5) ? warning(text, 'Check that NTP runs on this machine.') : ok(text);
  }),
  createNetworkCheck('public-name', async ({ config: { publicUrl } }, network) => {
    const { hostname } = new URL(publicUrl);
    const addresses = await network.findAddresses(hostname).catch(() => []);
    return addresses.length > 0
      ? ok(`${hostname} is ${addresses.join(', ')}`)
      : fault(`${hostname} has no address.`, 'Add a DNS record for the name in PUBLIC_URL.');
  }),
  createNetworkCheck('public-answer', async ({ config: { publicUrl } }, network) => {
    try {
      const { status } = await network.readAnswer(`${publicUrl}/health/live`);
      return status === 200
        ? ok(`${publicUrl} answers`)
        : fault(`${publicUrl} answers ${status}.`, 'Start the portal, and check the proxy in front of it.');
    } catch (error) {
      return fault(
        `${publicUrl} does not answer: ${describeError(error)}.`,
        'Start the portal, and check the proxy in front of it.',
      );
    }
  }),
  createNetworkCheck('security-headers', async ({ config: { publicUrl } }, network) => {
    if (!publicUrl.startsWith('https:')) return skipped('PUBLIC_URL is not https');
    const { headers } = await network.readAnswer(`${publicUrl}/sign-in`);
    const missingHeaders = ['strict-transport-security', 'content-security-policy'].filter(
      (name) => !headers.has(name),
    );
    const text = `Through the proxy these headers are missing: ${missingHeaders.join(', ')}.`;
    return missingHeaders.length === 0
      ? ok('they arrive through the proxy')
      : fault(text, 'Let the proxy pass the headers of the portal on.');
  }),
  createNetworkCheck('proxy-headers', async ({ config: { publicUrl } }, network) => {
    const { status, text } = await network.readAnswer(`${publicUrl}/health/proxy`);
    return status === 200
      ? judgeProxy(new URL(publicUrl), seenRequestSchema.parse(JSON.parse(text)))
      : skipped(`${publicUrl}/health/proxy answers ${status}`);
  }),
  createNetworkCheck('certificate', async ({ config: { publicUrl }, shell }, network) => {
    const { protocol, hostname, port } = new URL(publicUrl);
    if (protocol !== 'https:') return skipped('PUBLIC_URL is not https');
    const certificateEnd = await network.findCertificateEnd(hostname, Number(port) || 443).catch(describeError);
    if (typeof certificateEnd === 'string')
      return fault(
        `The certificate is not accepted: ${certificateEnd}.`,
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
      return fault(`The mail server refuses: ${describeError(error)}.`, 'Correct SMTP_URL, or start the mail server.');
    }
  }),
  createNetworkCheck('sender-domains', async ({ database, config: { mailFrom, smtpUrl } }, network) => {
    if (smtpUrl === null) return skipped('SMTP_URL is not set');
    const senderAddresses = mailFrom ? [mailFrom.address] : await rows.findSenders(database.kysely);
    const domains = new Set(
      senderAddresses.map((sender) => (readMailbox(sender)?.address ?? sender).replace(/^.*@/, '')),
    );
    const missingRecords: string[] = [];
    for (const domain of domains) {
      // oxlint-disable-next-line no-await-in-loop -- few domains
      const [spf, dmarc] = await Promise.all(
        [domain, `_dmarc.${domain}`].map((name) => network.findTexts(name).catch(() => [])),
      );
      if (!spf?.some((text) => text.startsWith('v=spf1'))) missingRecords.push(`SPF of ${domain}`);
      if (!dmarc?.some((text) => text.startsWith('v=DMARC1'))) missingRecords.push(`DMARC of ${domain}`);
    }
    const nextStep =
      'Add these TXT records: SPF at the domain, DMARC at _dmarc.<domain>. The mail server names the record for DKIM, <selector>._domainkey.<domain>; check it in the headers of an e-mail that has arrived.';
    return missingRecords.length === 0
      ? ok([...domains].join(', '))
      : warning(`Not found: ${missingRecords.join(', ')}.`, nextStep);
  }),
];
