import { expect, test } from 'vitest';
import { writeCalendar } from './calendar-feed.ts';

const at = Date.parse('2026-03-10T12:00:00Z');
const event = {
  uid: 'licence-a1@basics-portal',
  day: '2027-03-10',
  summary: 'Basics',
  createdAt: at,
  url: 'https://p.example/',
};

test('a calendar contains an event of one day, and each line ends with CR and LF', () => {
  expect(writeCalendar('Basics licences', [event])).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Basics Portal//Licences//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Basics licences',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'BEGIN:VEVENT',
      'UID:licence-a1@basics-portal',
      'DTSTAMP:20260310T120000Z',
      'DTSTART;VALUE=DATE:20270310',
      'SUMMARY:Basics',
      'URL:https://p.example/',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('special characters in the name of a PC cannot start a new line, and long lines are split between characters', () => {
  const summary = `PC\r\nEND:VEVENT;A,B\\${'ü'.repeat(60)}`;
  const text = writeCalendar('Basics', [{ ...event, summary }]);
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:PC END:VEVENT\\;A\\,B\\\\${'ü'.repeat(60)}\r\n`);
});
