/**
 * The patterns of browsers and systems in User-Agent headers. The first pattern that matches counts, because most browsers also name other
 * browsers.
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

/** Converts a User-Agent header (RFC 9110, 10.1.5) to a text for the user, for example `Firefox on Windows`. */
export function describeDevice(userAgent: string): string {
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const findName = (patterns: readonly [RegExp, string][], userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
