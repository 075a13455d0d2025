/**
 * Returns the file name in a Content-Disposition header (RFC 6266): `filename*` (RFC 8187, UTF-8) is preferred to
 * `filename`, and folders before the name are removed. Returns `fallback` if the header contains no file name.
 */
export function readFileName(disposition: string | null, fallback: string): string {
  const fileName = readExtendedName(disposition ?? '') ?? readPlainName(disposition ?? '') ?? '';
  return fileName.split(/[/\\]/).at(-1)?.trim() || fallback;
}

function readExtendedName(disposition: string): string | null {
  const encodedName = /(?:^|;)\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encodedName === undefined) return null;
  try {
    return decodeURIComponent(encodedName);
  } catch {
    return null; // The name is not valid by RFC 8187, so the plain `filename` is used.
  }
}

function readPlainName(disposition: string): string | null {
  const quotedName = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  if (quotedName !== undefined) return quotedName.replaceAll(/\\(.)/g, '$1');
  return /(?:^|;)\s*filename\s*=\s*([^;\s"]+)/i.exec(disposition)?.[1] ?? null;
}
