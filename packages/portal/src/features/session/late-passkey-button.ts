import { createLazyPart } from '#portal/loading/lazy-part.tsx';

/** The button to sign in with a passkey. It is loaded after the fields of the sign-in page; the second step uses the same one. */
export const PasskeyButton = createLazyPart(async () => (await import('./late-parts.ts')).PasskeyButton, {
  isInFirstView: true,
});
