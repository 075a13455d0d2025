/** An event that lasts one day. */
export type CalendarEvent = {
  /** Unique for ever, so that a calendar recognises the event when it reads the feed again. */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  summary: string;
  /** When the event was written, Unix milliseconds. */
  at: number;
  /** The page about it. */
  url: string;
};

/** A calendar as text (RFC 5545; REFRESH-INTERVAL is of RFC 7986, 5.7). The same events always give the same text. */
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
      `DTSTAMP:${formatMoment(event.at)}`,
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

/** RFC 5545, 3.3.11. Control characters are not allowed in a text. */
const escapeText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, (sign) => `\\${sign}`);

/** `20261211T093000Z`. */
const formatMoment = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

const mostOctets = 75;

/** A line has at most 75 octets; the rest follows on lines that begin with a space (RFC 5545, 3.1). No character is cut. */
function foldLine(line: string): string {
  const folded: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > mostOctets) {
      folded.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...folded, part].join('\r\n');
}
