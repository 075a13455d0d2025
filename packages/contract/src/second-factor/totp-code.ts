/** Returns the six digits of a typed code, which may have full-width digits, spaces and dashes; null if it cannot be a code of an authenticator app. */
export function readTotpCode(typedCode: string): string | null {
  const digits = typedCode.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
