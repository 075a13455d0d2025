/** The address of the card for changing the own password; its button gets the focus when this address is opened. */
export const passwordLocation = { path: '/account', hash: 'password' } as const;
