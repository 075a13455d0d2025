/** Undefined for placeholders that makers and systems write instead of a serial number: different PCs would look the same. */
export function acceptFact(value: string | undefined): string | undefined {
  const fact = value?.replaceAll('\0', '').trim();
  if (fact === undefined || fact.length < 4) return undefined;
  if (/^[0fx:\-. ]+$/i.test(fact)) return undefined;
  if (/^(?:none|n\/a|not |unknown|default|to be filled|system serial|invalid|123456789|uninitialized)/i.test(fact)) {
    return undefined;
  }
  return fact;
}
