type NamedFile = { name: string; bytes: Uint8Array };

/** Packs files into one ZIP file. Of two files with the same name the second gets a number. The library is loaded on demand. */
export async function zipFiles(name: string, files: readonly NamedFile[]) {
  const { zipSync } = await import('fflate');
  const packed = new Map<string, Uint8Array>();
  for (const file of files) packed.set(findFreeName(file.name, packed), file.bytes);
  return { bytes: zipSync(Object.fromEntries(packed)), name, type: 'application/zip' };
}

/** A name that is not taken yet: as in a browser, "a.lic" becomes "a (2).lic". */
export function findFreeName(name: string, taken: ReadonlyMap<string, unknown>, number = 1): string {
  const wanted = number === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${number})$1`);
  return taken.has(wanted) ? findFreeName(name, taken, number + 1) : wanted;
}

/** The name of a ZIP file with licences that is created today. */
export const createArchiveName = (): string => `Basics_licences_${new Date().toISOString().slice(0, 10)}.zip`;
