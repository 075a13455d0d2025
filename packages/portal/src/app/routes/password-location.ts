/** The address of the card in which users change their password; its button gets the focus when this address is opened. */
export const passwordLocation = { path: '/account/security', hash: 'password' } as const;
