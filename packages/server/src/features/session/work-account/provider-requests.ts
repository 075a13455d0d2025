import { lookup as resolveByDns } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { CustomFetch } from 'openid-client';
import {
  createCheckedLookup,
  forbiddenAddressCode,
  isAllowedUrl,
  type AddressPolicy,
} from '#server/platform/security/public-address.ts';

/** The largest answer that is read, in bytes: documents and keys of providers have less than 20 kB. */
const answerBytes = 262_144;

/**
 * Creates the function that sends requests to an identity provider. The documents of the provider name the addresses of its other parts, so an
 * address of another origin must be a public one, which is checked at each connection. Redirects are not followed, an answer has at most 256 KiB,
 * and everything ends after `limitMs` milliseconds.
 */
export function createProviderFetch(issuer: string, publicUrl: string, limitMs: number): CustomFetch {
  const policy: AddressPolicy = { allowsPrivate: false, publicUrl };
  return async (url, { method, headers, body }) => {
    const isOwn = new URL(url).origin === new URL(issuer).origin;
    if (!isOwn && !isAllowedUrl(url, policy)) throw new Error(forbiddenAddressCode);
    // The library sends only the form of the token request.
    const text = body instanceof URLSearchParams ? body.toString() : '';
    const response = await send(url, text, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(text) },
      agent: false,
      signal: AbortSignal.timeout(limitMs),
      ...(!isOwn && { lookup: createCheckedLookup(policy, resolveByDns) }),
    });
    const answer = await readAnswer(response);
    return new Response(answer, {
      status: response.statusCode ?? 0,
      headers: { 'content-type': response.headers['content-type'] ?? '' },
    });
  };
}

function send(url: string, body: string, options: RequestOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const open = url.startsWith('https:') ? requestHttps : requestHttp;
  open(url, options)
    .on('response', resolve)
    .on('error', reject)
    .on('close', () => reject(new Error('ECONNRESET')))
    .end(body);
  return promise;
}

async function readAnswer(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > answerBytes) throw new Error('the answer of the identity provider is too large');
  }
  return Buffer.concat(chunks).toString('utf8');
}
