/** Undefined for what makers and systems write where they have no real serial number: it would make strangers equal. */
export function plausibleFact(value: string | undefined): string | undefined {
  const fact = value?.replaceAll('\0', '').trim();
  if (fact === undefined || fact.length < 4) return undefined;
  if (/^[0fx:\-. ]+$/i.test(fact)) return undefined;
  if (/^(?:none|n\/a|not |unknown|default|to be filled|system serial|invalid|123456789|uninitialized)/i.test(fact)) {
    return undefined;
  }
  return fact;
}
