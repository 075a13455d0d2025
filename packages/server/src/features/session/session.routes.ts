import { session } from '@basics/contract/session.ts';
import type { HumanVerification } from '#server/platform/human-verification.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { ForgotPasswordService } from './forgot-password.service.ts';
import type { HandoffService } from './handoff.service.ts';
import type { OwnSessionsService } from './own-sessions.service.ts';
import type { PasswordLinkService } from './password-link.service.ts';
import type { PasswordService } from './password.service.ts';
import type { SecondStep } from './second-step.ts';
import type { SessionService } from './session.service.ts';

export type SessionRooms = {
  sessions: SessionService;
  ownSessions: OwnSessionsService;
  passwords: PasswordService;
  passwordLinks: PasswordLinkService;
  forgotPasswords: ForgotPasswordService;
  handoffs: HandoffService;
  human: HumanVerification;
  secondStep: SecondStep;
};

export function sessionRoutes(door: Door, rooms: SessionRooms): void {
  const { sessions, ownSessions, passwords, passwordLinks, forgotPasswords, handoffs, human, secondStep } = rooms;
  serve(door, session.signIn, ({ body, origin }) => sessions.signIn(body, origin));
  serve(door, session.passkeyOptions, ({ origin }) => secondStep.passkeyOptions(origin.address));
  serve(door, session.signInByPasskey, ({ body, origin }) => sessions.signInByPasskey(body, origin));
  serve(door, session.extend, ({ actor, origin }) => sessions.extend(actor, origin));
  serve(door, session.signOut, async ({ actor, origin }) => {
    await sessions.signOut(actor, origin);
    return undefined;
  });
  serve(door, session.list, ({ actor }) => ownSessions.list(actor));
  serve(door, session.end, async ({ actor, params, origin }) => {
    await ownSessions.end(actor, params.id, origin);
    return undefined;
  });
  serve(door, session.humanVerification, () => human.offer());

  serve(door, session.forgotPassword, ({ body, origin }) => forgotPasswords.forgot(body, origin));
  serve(door, session.checkLink, ({ body, origin }) => passwordLinks.checkLink(body, origin));
  serve(door, session.resetPassword, ({ body, origin }) => passwordLinks.reset(body, origin));
  serve(door, session.changePassword, ({ actor, body, origin }) => passwords.change(actor, body, origin));

  serve(door, session.handoff, ({ actor, body, origin }) => handoffs.handoff(actor, body.path, origin));
  serve(door, session.exchange, ({ body, origin }) => handoffs.exchange(body.token, origin));
}
