/** Texts next to the message of a problem that prevents access. */
export const problem = {
  wait: (time: string) => `You can try again in ${time}.`,
  mayTryAgain: 'You can try again now.',
  accountHelp: (address: string) => `Write to ${address}`,
  clockIsWrong: 'The clock of this device is hours ahead of the portal. Correct it, then sign in again.',
} as const;
