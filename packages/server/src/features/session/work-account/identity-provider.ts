import * as openid from 'openid-client';
import { workAccountCallbackPath } from '@basics/contract/session/work-account.ts';
import { hours, seconds } from '#server/platform/clock/clock.ts';
import { problem, Problem } from '#server/platform/problem.ts';
import { createProviderFetch } from './provider-requests.ts';

/** The registration of the portal at the identity provider, and how long the portal waits for an answer. */
export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  publicUrl: string;
  limitMs?: number;
};

/** What binds an answer of the provider to one sign-in in one browser (RFC 9700, 2.1.1; RFC 7636). */
export type SignInSecrets = { state: string; nonce: string; verifier: string };

/** A person at the provider. `subject` never changes. `email` is null if the provider does not know whether the address is theirs. */
export type Identity = { subject: string; email: string | null };

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** How long the documents of the provider are kept, in milliseconds. */
const documentsMs = hours(1);

/**
 * Creates the connection to the identity provider of the operator, by OpenID Connect: code flow with PKCE, state and nonce. Signatures of ID
 * tokens are checked although they come from the provider directly (OpenID Connect Core 1.0, 3.1.3.7).
 */
export function createIdentityProvider(settings: ProviderSettings) {
  const { issuer } = settings;
  const redirectUri = `${settings.publicUrl}${workAccountCallbackPath}`;
  let known: { until: number; configuration: Promise<openid.Configuration> } | null = null;

  /** Reads the documents of the provider. An attempt that failed is not kept. */
  async function configure(at: number): Promise<openid.Configuration> {
    if (known === null || known.until <= at)
      known = { until: at + documentsMs, configuration: discover(settings, redirectUri) };
    try {
      return await known.configuration;
    } catch (cause) {
      known = null;
      throw problem('WORK_ACCOUNT_UNAVAILABLE', { cause });
    }
  }

  return {
    issuer,

    /** Returns the address at which the provider asks who the user is. */
    async createAddress({ state, nonce, verifier }: SignInSecrets, at: number): Promise<string> {
      const configuration = await configure(at);
      const challenge = await openid.calculatePKCECodeChallenge(verifier);
      try {
        return openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          response_type: 'code',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          state,
          nonce,
        }).href;
      } catch (cause) {
        // The library accepts only a web address.
        throw problem('WORK_ACCOUNT_UNAVAILABLE', { cause });
      }
    },

    /**
     * Exchanges the answer of the provider, the query of the callback, for the identity of the person. Throws WORK_ACCOUNT_UNAVAILABLE if the
     * provider cannot be reached, and WORK_ACCOUNT_REFUSED for every answer that is not exactly as it must be.
     */
    async readIdentity(query: string, { state, nonce, verifier }: SignInSecrets, at: number): Promise<Identity> {
      const configuration = await configure(at);
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return toIdentity(tokens.claims());
      } catch (error) {
        throw error instanceof Problem ? error : toProblem(error);
      }
    },
  };
}

function discover(
  { issuer, clientId, clientSecret, publicUrl, limitMs = seconds(5) }: ProviderSettings,
  redirectUri: string,
): Promise<openid.Configuration> {
  const metadata = { redirect_uris: [redirectUri] };
  return openid.discovery(new URL(issuer), clientId, metadata, openid.ClientSecretPost(clientSecret), {
    // The address of the issuer decides whether http is allowed (config/config-values.ts).
    execute: [openid.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [])],
    [openid.customFetch]: createProviderFetch(issuer, publicUrl, limitMs),
  });
}

/** In Entra ID, `oid` is the id of a person, and `sub` only the id of the person for one registration. The issuer contains the tenant. */
function toIdentity(claims: openid.IDToken | undefined): Identity {
  if (claims === undefined) throw problem('WORK_ACCOUNT_REFUSED');
  const { iss, sub, oid, email, email_verified: isVerified } = claims;
  const isEntra = new URL(iss).hostname === 'login.microsoftonline.com';
  return {
    subject: isEntra && typeof oid === 'string' ? oid : sub,
    // Entra ID sends no `email_verified`.
    email: typeof email === 'string' && (isVerified === true || (isEntra && isVerified === undefined)) ? email : null,
  };
}

function toProblem(error: unknown): Problem {
  return problem(isUnreachable(error) ? 'WORK_ACCOUNT_UNAVAILABLE' : 'WORK_ACCOUNT_REFUSED', { cause: error });
}

/** Whether an error, or its cause, says that there was no connection or no answer in time. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^(?:AbortError|TimeoutError)$/.test(error.name) || 'syscall' in error || isUnreachable(error.cause);
}
