/** Texts of the view of the portal as another user. */
export const viewAs = {
  open: 'View as this user',
  failed: 'The view was not started',
  banner: 'View as another user',
  who: (user: string, profile: string) =>
    `You see the portal as ${user} (${profile}). You can only look, and codes are hidden.`,
  left: (time: string) => `Ends in ${time}.`,
  end: 'End view',
  endFailed: 'The server did not answer. The view ends by itself.',
} as const;
