import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { workAccountCallbackPath } from '@basics/contract/session/work-account.ts';

/** Starts the provider of the package `oidc-provider`, which certifies itself against OpenID Connect. The e-mail addresses end with `domain`. */
export async function startHonestProvider(publicUrl: string, domain: string) {
  let handle: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const client = { client_id: 'portal', client_secret: 'a secret of the tests' };
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${publicUrl}${workAccountCallbackPath}`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: `${accountId}@${domain}`, email_verified: true }),
    }),
  });
  handle = provider.callback();
  const settings = { issuer, clientId: client.client_id, clientSecret: client.client_secret, isRequired: false };
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { settings, stop };
}
