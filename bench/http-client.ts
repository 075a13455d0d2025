import { request, type Agent } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** The header Accept-Encoding as Chromium sends it. */
export const browserEncodings = 'gzip, deflate, br, zstd';

export type RequestOptions = { agent: Agent; token: string; body?: object; acceptedEncoding?: string | undefined };

/** Makes a call, and returns the parsed reply. Throws an error if the status is not 200. */
export async function sendRequest(
  url: string,
  { agent, token, body, acceptedEncoding = 'identity' }: RequestOptions,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': acceptedEncoding,
    ...(body && { 'content-type': 'application/json' }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const outgoing = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
    const bodyParts: Buffer[] = [];
    response.on('data', (bodyPart: Buffer) => bodyParts.push(bodyPart));
    response.on('end', () => {
      const responseText = decompress(response.headers['content-encoding'], Buffer.concat(bodyParts)).toString();
      if (response.statusCode === 200) resolve(JSON.parse(responseText));
      else reject(new Error(`${JSON.stringify(body)}: ${response.statusCode} ${responseText}`));
    });
  });
  outgoing.on('error', reject);
  outgoing.end(body && JSON.stringify(body));
  return promise;
}

function decompress(contentEncoding: string | undefined, bytes: Buffer): Buffer {
  if (contentEncoding === 'br') return brotliDecompressSync(bytes);
  if (contentEncoding === 'zstd') return zstdDecompressSync(bytes);
  return contentEncoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
