import * as z from 'zod/mini';

/** An e-mail that a mail server accepted, but could not deliver later. */
export type Bounce = {
  /** The Message-ID of the e-mail. It contains 144 random bits, so only mail servers that handled the e-mail know it. */
  messageId: string;
  /** The reason in our own words. The words of the report are never shown: everybody can write a report. */
  reason: string;
};

const jsonBounceShape = z.object({
  messageId: z.string().check(z.maxLength(300)),
  reason: z.optional(z.string()),
});

/** Reads a bounce as JSON; null if it names no e-mail. */
export function readJsonBounce(body: unknown): Bounce | null {
  const parsedBody = jsonBounceShape.safeParse(body);
  if (!parsedBody.success) return null;
  const { messageId, reason = '' } = parsedBody.data;
  return { messageId: `<${messageId.replace(/^<|>$/g, '')}>`, reason: describeStatus(reason) };
}

/** The MIME types of the part that describes the delivery to each recipient (RFC 3464, 2; RFC 6533, 6). */
const statusPartTypes = ['message/delivery-status', 'message/global-delivery-status'];

/** The MIME types of the part that contains the returned e-mail or its headers. */
const returnedPartTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/**
 * Reads a delivery status notification as text (RFC 3464), as a whole mail or only its parts. Returns null if the notification reports no
 * failure, because a delay is no bounce, or if it does not contain the Message-ID of the e-mail. Each block of the delivery status describes
 * one recipient and has its own action. The Message-ID is in the returned headers; the report itself has another one.
 */
export function readDeliveryStatus(text: string): Bounce | null {
  const mimeParts = readMimeParts(text, 'message/delivery-status');
  const findLinesOfPart = (types: readonly string[]) => mimeParts.find(({ type }) => types.includes(type))?.lines ?? [];
  const failedBlock = readHeaderBlocks(findLinesOfPart(statusPartTypes)).find(
    (block) => block.get('action')?.toLowerCase() === 'failed',
  );
  if (!failedBlock) return null;
  const messageId = readHeaders(findLinesOfPart(returnedPartTypes)).get('message-id');
  if (!messageId) return null;
  return { messageId, reason: describeStatus(`${failedBlock.get('status')} ${failedBlock.get('diagnostic-code')}`) };
}

/** The meaning of the frequent status codes, and of their subjects (RFC 3463, 3; RFC 7505, 4.2). */
const statusMeanings: readonly [pattern: RegExp, meaning: string][] = [
  [/^\d\.1\.(?:1|6)$/, 'the mailbox does not exist'],
  [/^\d\.1\.(?:2|10)$/, 'the domain accepts no e-mail'],
  [/^\d\.1\./, 'the address is not accepted'],
  [/^\d\.2\.1$/, 'the mailbox is disabled'],
  [/^\d\.2\.2$/, 'the mailbox is full'],
  [/^\d\.2\.3$/, 'the e-mail is too large'],
  [/^\d\.4\./, 'the mail server cannot be reached'],
  [/^\d\.7\./, 'the mail server refuses the e-mail by its rules'],
];

/** Finds the first status code of a text (RFC 3463), and says what it means. Other text is left out. */
function describeStatus(text: string): string {
  const code = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/.exec(text)?.[0];
  if (code === undefined) return 'no status code';
  const meaning = statusMeanings.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? code : `${code}, ${meaning}`;
}

/** A part of a mail: its type in lower case, and its lines after the headers of the part. Folded lines are joined. */
type Part = { type: string; lines: readonly string[] };

/** The first value of each header, by the name of the header in lower case. */
type Headers = ReadonlyMap<string, string>;

/**
 * Reads the outermost parts of a mail (RFC 2046, 5.1), with or without the headers of the mail. A text without parts and without a type is
 * one part of the type `fallbackType`. Lines that begin with white space continue the line before them (RFC 5322, 2.2.3).
 */
function readMimeParts(text: string, fallbackType: string): Part[] {
  const lines = text.replaceAll(/\r?\n[ \t]+(?=\S)/g, ' ').split(/\r?\n/);
  const boundary = findBoundary(lines);
  if (boundary === undefined)
    return [readHeaders(lines).has('content-type') ? toPart(lines) : { type: fallbackType, lines }];
  const sections: string[][] = [[]];
  for (const line of lines) {
    const trimmedLine = line.trimEnd();
    if (trimmedLine === `--${boundary}` || trimmedLine === `--${boundary}--`) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  // The first section is left out: it contains the headers of the mail, and a text for old mail programs.
  return sections.slice(1).map((section) => toPart(section));
}

/** Reads the headers at the start of the lines, until the first empty line. Lines without a colon are ignored. */
function readHeaders(lines: readonly string[]): Headers {
  const headers = new Map<string, string>();
  for (const line of lines.slice(0, findEmptyLineIndex(lines))) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== '' && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Reads the headers of each block of lines. Empty lines separate the blocks. */
function readHeaderBlocks(lines: readonly string[]): Headers[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.map(readHeaders);
}

/** Finds the boundary between the parts: the boundary that the headers name, else the first line that looks like a boundary. */
function findBoundary(lines: readonly string[]): string | undefined {
  const [, declaredBoundary] = /;\s*boundary="?([^";]+)"?/i.exec(readHeaders(lines).get('content-type') ?? '') ?? [];
  return (
    declaredBoundary?.trim() ??
    lines
      .find((line) => /^--\S/.test(line))
      ?.trimEnd()
      .slice(2)
  );
}

function toPart(lines: readonly string[]): Part {
  const [type = ''] = (readHeaders(lines).get('content-type') ?? 'text/plain').split(';');
  return { type: type.trim().toLowerCase(), lines: lines.slice(findEmptyLineIndex(lines) + 1) };
}

/** Returns the index of the first empty line, or the number of lines if no line is empty. */
function findEmptyLineIndex(lines: readonly string[]): number {
  const index = lines.findIndex((line) => line.trim() === '');
  return index === -1 ? lines.length : index;
}
