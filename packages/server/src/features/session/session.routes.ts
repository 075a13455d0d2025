import { session } from '@basics/contract/session.ts';
import { viewAs } from '@basics/contract/view-as.ts';
import { openLinkByCode } from '#server/mail/link-codes.ts';
import type { CodedLinkDependencies } from '#server/mail/link-codes.ts';
import type { HumanVerification } from '#server/platform/security/human-verification.ts';
import { createDeviceCookie } from '#server/platform/http/device-cookie.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { ConfirmLoginService } from './confirm-login.service.ts';
import type { ForgotPasswordService } from './forgot-password.service.ts';
import type { HandoffService } from './handoff.service.ts';
import type { OwnSessionsService } from './own-sessions.service.ts';
import type { PasswordLinkService } from './password-link.service.ts';
import type { PasswordService } from './password.service.ts';
import type { SetUpService } from './set-up.service.ts';
import type { SecondStep } from './second-step.ts';
import type { SessionService } from './session.service.ts';
import type { ViewAsService } from './view-as.service.ts';

export type SessionServices = {
  sessions: SessionService;
  ownSessions: OwnSessionsService;
  passwords: PasswordService;
  passwordLinks: PasswordLinkService;
  setUps: SetUpService;
  logins: ConfirmLoginService;
  forgotPasswords: ForgotPasswordService;
  handoffs: HandoffService;
  views: ViewAsService;
  human: HumanVerification;
  secondStep: SecondStep;
  codedLinks: CodedLinkDependencies;
  /** Whether the address of the portal is an HTTPS address. */
  secureUrl: boolean;
};

export function sessionRoutes(router: Router, services: SessionServices): void {
  const { sessions, ownSessions, passwords, passwordLinks, setUps, forgotPasswords, handoffs, human, secondStep } =
    services;
  const rememberDevice = <Rest>(
    { deviceId, ...rest }: Rest & { deviceId: string },
    setCookie: (cookie: string) => void,
  ) => {
    setCookie(createDeviceCookie(deviceId, services.secureUrl));
    return rest;
  };
  mount(router, viewAs.viewAs, ({ actor, params, origin }) => services.views.begin(actor, params.id, origin));
  mount(router, viewAs.endViewAs, ({ actor, origin }) => services.views.end(actor, origin));
  mount(router, session.signIn, async ({ body, origin, setCookie }) =>
    rememberDevice(await sessions.signIn(body, origin), setCookie),
  );
  mount(router, session.passkeyOptions, ({ origin }) => secondStep.passkeyOptions(origin.address));
  mount(router, session.signInByPasskey, async ({ body, origin, setCookie }) =>
    rememberDevice(await sessions.signInByPasskey(body, origin), setCookie),
  );
  mount(router, session.extend, ({ actor, origin }) => sessions.extend(actor, origin));
  mount(router, session.signOut, async ({ actor, origin }) => {
    await sessions.signOut(actor, origin);
    return undefined;
  });
  mount(router, session.list, ({ actor }) => ownSessions.list(actor));
  mount(router, session.end, async ({ actor, params, origin }) => {
    await ownSessions.end(actor, params.id, origin);
    return undefined;
  });
  mount(router, session.humanVerification, () => human.createOffer());

  mount(router, session.forgotPassword, ({ body, origin }) => forgotPasswords.forgot(body, origin));
  mount(router, session.checkLink, ({ body, origin }) => passwordLinks.checkLink(body, origin));
  mount(router, session.openLink, ({ body, origin }) => openLinkByCode(services.codedLinks, body, origin));
  mount(router, session.resetPassword, async ({ body, origin, setCookie }) =>
    rememberDevice(await passwordLinks.reset(body, origin), setCookie),
  );
  mount(router, session.setUp, async ({ body, origin, setCookie }) =>
    rememberDevice(await setUps.setUp(body, origin), setCookie),
  );
  mount(router, session.confirmLogin, ({ body, origin }) => services.logins.confirm(body.token, origin));
  mount(router, session.changePassword, ({ actor, body, origin }) => passwords.change(actor, body, origin));

  mount(router, session.handoff, ({ actor, body, origin }) => handoffs.handoff(actor, body.path, origin));
  mount(router, session.exchange, ({ body, origin }) => handoffs.exchange(body.token, origin));
}
