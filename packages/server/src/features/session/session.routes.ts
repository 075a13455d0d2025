import { session } from '@basics/contract/session/session.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { createPasskeyChallenge } from '#server/features/second-factor/check-second-step.ts';
import { openLinkByCode } from '#server/mail/link-codes.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { createDeviceCookie } from '#server/platform/http/request-origin.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import type { HumanVerification } from '#server/platform/human-check/human-verification.ts';
import type { MarkPassword } from '#server/platform/passwords/passwords.ts';
import type { Tokens } from '#server/platform/security/session-token.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmLogin } from './confirm-login.ts';
import { forgotPassword } from './passwords/forgot-password.ts';
import { createHandoff, exchangeHandoff } from './sign-in/handoff.ts';
import { endOwnSessions, extendOwnSession, listOwnSessions, signOut } from './own-sessions.ts';
import { checkLink, resetPassword } from './passwords/password-link.ts';
import { setUpFirstAdministrator } from './passwords/set-up.ts';
import { signIn, signInByPasskey } from './sign-in/sign-in.ts';
import type { WorkAccounts } from './work-account/work-sign-in.ts';
import { endView, viewAsUser } from './view-as-user.ts';

/** The parts of the server that only sign-in uses. */
type SessionParts = {
  tokens: Tokens;
  human: HumanVerification;
  markPassword: MarkPassword;
  afterResponse: AfterResponse;
  /** Whether the address of the portal is an HTTPS address. */
  secureUrl: boolean;
  /** The identity provider of the operator; null if there is none. */
  workAccounts: WorkAccounts | null;
};

export function sessionRoutes(router: Router, parts: SessionParts): void {
  const { tokens, human, secureUrl, workAccounts } = parts;
  /** Moves the id of the device from the reply to a cookie. */
  const rememberDevice = <Rest>(
    call: { setCookie: (cookie: string) => void },
    { deviceId, ...rest }: Rest & { deviceId: string },
  ) => {
    call.setCookie(createDeviceCookie(deviceId, secureUrl));
    return rest;
  };
  mount(router, viewAs.viewAs, (call) => viewAsUser({ ...call, tokens }, call.params.id));
  mount(router, viewAs.endViewAs, endView);
  mount(router, session.signIn, async (call) => rememberDevice(call, await signIn({ ...call, ...parts }, call.body)));
  mount(router, session.passkeyOptions, createPasskeyChallenge);
  mount(router, session.signInByPasskey, async (call) =>
    rememberDevice(call, await signInByPasskey({ ...call, tokens }, call.body)),
  );
  mount(router, session.extend, (call) => extendOwnSession({ ...call, tokens }));
  mount(router, session.signOut, signOut);
  mount(router, session.list, listOwnSessions);
  mount(router, session.end, (call) => endOwnSessions(call, call.params.id));
  mount(router, session.humanVerification, () => human.createOffer());

  mount(router, session.forgotPassword, (call) => forgotPassword({ ...call, human }, call.body));
  mount(router, session.checkLink, (call) => checkLink(call, call.body));
  mount(router, session.openLink, (call) => openLinkByCode(call, call.body));
  mount(router, session.resetPassword, async (call) =>
    rememberDevice(call, await resetPassword({ ...call, tokens, workAccounts }, call.body)),
  );
  mount(router, session.setUp, async (call) =>
    rememberDevice(call, await setUpFirstAdministrator({ ...call, tokens }, call.body)),
  );
  mount(router, session.confirmLogin, (call) => confirmLogin(call, call.body.token));
  mount(router, session.changePassword, (call) => changePassword({ ...call, tokens }, call.body));

  mount(router, session.handoff, (call) => createHandoff(call, call.body.path));
  mount(router, session.exchange, (call) => exchangeHandoff({ ...call, tokens, workAccounts }, call.body.token));
}
