/** Where one changes one's own password; the card there takes the focus from whoever comes by this address. */
export const passwordPlace = { path: '/account', hash: 'password' } as const;
