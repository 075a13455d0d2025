/** An event that lasts one day. */
export type CalendarEvent = {
  /**
   * The id of the event. The id is never used for another event, so that a calendar program recognises the event when it reads the feed
   * again.
   */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  summary: string;
  /** When the event was created, in Unix milliseconds. */
  createdAt: number;
  /** The page of the portal about the event. */
  url: string;
};

/** Returns a calendar as text (RFC 5545; REFRESH-INTERVAL is from RFC 7986, 5.7). Two calendars with the same events have the same text. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Basics Portal//Licences//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${formatTimestamp(event.createdAt)}`,
      `DTSTART;VALUE=DATE:${event.day.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(event.summary)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

/** Escapes a text by RFC 5545, 3.3.11, and replaces control characters, which are not allowed. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, (character) => `\\${character}`);

/** Formats a time (Unix milliseconds) as `20261211T093000Z`. */
const formatTimestamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const maxOctets = 75;

/** Splits a line of more than 75 octets; the next lines begin with a space (RFC 5545, 3.1). No character is split. */
function foldLine(line: string): string {
  const foldedLines: string[] = [];
  let currentLine = '';
  for (const character of line) {
    if (Buffer.byteLength(currentLine + character) > maxOctets) {
      foldedLines.push(currentLine);
      currentLine = ' ';
    }
    currentLine += character;
  }
  return [...foldedLines, currentLine].join('\r\n');
}
