import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

const clientId = 'portal';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Values = Record<string, unknown>;
type Endpoint = 'document' | 'keys' | 'token';

/** What a provider does that is not as it must be; without any of this, its answers are valid. */
export type Behaviour = {
  /** Values that replace those of the document; undefined removes a value. */
  document?: Values;
  claims?: Values;
  header?: Values;
  signature?: 'none' | 'hmacOfPublicKey' | 'hmacOfSecret' | 'otherKey';
  /** Answers one request instead of the provider. */
  answer?: { [Name in Endpoint]?: (response: ServerResponse, request: IncomingMessage) => void };
};

/**
 * Starts an identity provider that can be told to attack the portal, which waits `limitMs` milliseconds for an answer. `nonce` is the nonce of
 * the sign-in. The provider ends with the test.
 */
export async function openHostileProvider(limitMs: number) {
  const provider = {
    settings: { issuer: '', clientId, clientSecret: 'a secret of the tests', isRequired: false, limitMs },
    nonce: '',
    behaviour: {} as Behaviour,
  };
  const server = createServer((request, response) => {
    const { issuer } = provider.settings;
    const { behaviour } = provider;
    const send = (body: Values): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = new URL(request.url ?? '', issuer).pathname;
    request.resume();
    if (path.startsWith('/.well-known/')) {
      if (behaviour.answer?.document) return behaviour.answer.document(response, request);
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
        ...behaviour.document,
      });
    }
    if (path === '/keys') {
      if (behaviour.answer?.keys) return behaviour.answer.keys(response, request);
      return send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] });
    }
    if (behaviour.answer?.token) return behaviour.answer.token(response, request);
    return send({ access_token: 'x', token_type: 'Bearer', id_token: createIdToken(provider) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  provider.settings.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return provider;
}

type Provider = { settings: { issuer: string; clientSecret: string }; nonce: string; behaviour: Behaviour };

function createIdToken({ settings, nonce, behaviour }: Provider): string {
  const now = Math.floor(Date.now() / 1000);
  const { claims, signature } = behaviour;
  const algorithms = { none: 'none', hmacOfPublicKey: 'HS256', hmacOfSecret: 'HS256', otherKey: 'RS256' };
  const header = encode({ alg: signature ? algorithms[signature] : 'RS256', kid: '1', ...behaviour.header });
  const base = { iss: settings.issuer, aud: clientId, sub: 'ada', nonce, iat: now, exp: now + 60 };
  const text = `${header}.${encode({ ...base, email: 'ada@staff.example', email_verified: true, ...claims })}`;
  const hmac = (key: string): string => createHmac('sha256', key).update(text).digest('base64url');
  if (signature === 'none') return `${text}.`;
  if (signature === 'hmacOfSecret') return `${text}.${hmac(settings.clientSecret)}`;
  if (signature === 'hmacOfPublicKey')
    return `${text}.${hmac(publicKey.export({ format: 'pem', type: 'spki' }).toString())}`;
  const key = signature === 'otherKey' ? otherKey : privateKey;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
