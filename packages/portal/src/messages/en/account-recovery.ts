/** Texts of the help for a user who has lost the password or the second step of the sign-in. */
export const accountRecovery = {
  sendLink: 'Send password link',
  linkSent: (login: string) => `A link to set a new password is in the outbox for ${login}`,
  resetFactors: 'Remove second step',
  dialogTitle: (name: string) => `Remove the second step of ${name}?`,
  dialogText:
    'Do this only when you are sure that the user asks for it, for example after a call to a number that you know. All authenticator apps, passkeys and recovery codes are removed, all sessions end, and the user gets an e-mail. The password stays.',
  reason: 'Reason',
  reasonHint: 'The reason is saved in the audit log.',
  password: 'Your password',
  removed: (name: string) => `${name} signs in without a second step now`,
  nothingToRemove: (name: string) => `${name} has no second step. Nothing was changed.`,
  failed: 'The second step was not removed',
} as const;
