import type { Agent } from 'node:http';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** As Chromium sends it. */
export const browserEncodings = 'gzip, deflate, br, zstd';

export type Sending = { agent: Agent; token: string; body?: object; encoding?: string | undefined };

/** Makes a call, and returns the parsed reply. Throws on any status but 200. */
export async function send(address: string, { agent, token, body, encoding = 'identity' }: Sending): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': encoding,
    ...(body && { 'content-type': 'application/json' }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const sent = request(address, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => {
      const text = decode(response.headers['content-encoding'], Buffer.concat(parts)).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(`${JSON.stringify(body)}: ${response.statusCode} ${text}`));
    });
  });
  sent.on('error', reject);
  sent.end(body && JSON.stringify(body));
  return promise;
}

function decode(encoding: string | undefined, bytes: Buffer): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'zstd') return zstdDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
