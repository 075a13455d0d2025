/**
 * Names of browsers and systems in User-Agent headers; the first match counts, because most browsers also name others.
 */
const browsers: readonly [RegExp, string][] = [
  [/\bbasics(-cli)?\//i, 'Basics'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X|macOS|darwin)\b/i, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
];

/** A User-Agent header (RFC 9110, 10.1.5) as text for its user: `Firefox on Windows`. */
export function describeDevice(userAgent: string): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const findName = (known: readonly [RegExp, string][], text: string): string | undefined =>
  known.find(([pattern]) => pattern.test(text))?.[1];
