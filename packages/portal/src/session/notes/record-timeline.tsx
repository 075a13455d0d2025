import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { Note } from '@basics/contract/users/notes.ts';
import type { TimelineEvent } from '@basics/contract/users/timeline.ts';
import { formatDay, formatMoment, formatShortDay } from '#portal/messages/times.ts';
import { formatList } from '#portal/messages/formats.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { customer } from '#portal/texts/customer.ts';
import { notes as noteTexts } from '#portal/texts/notes.ts';
import { userFields as fieldLabels } from '#portal/texts/user-fields.ts';
import { describeStep } from '#portal/texts/user-history.ts';
import { Timeline, type TimelineStep } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { LetterContent } from './letter-content.tsx';
import { NoteComposer } from './note-composer.tsx';
import { describeAuthor, describeNote, NoteContent } from './note-content.tsx';
import { createTimelineQuery, invalidateTimeline, type RecordSubject } from './notes.queries.ts';

const texts = customer.timeline;
/** So many lines are shown at first, of so many loaded events: licences that follow each other are one line, because the PCs above say them. */
const firstLines = 6;
const firstEvents = 40;

/**
 * The timeline of a user or a company with the newest events, and the notes of staff. A button loads more. Nobody writes notes about
 * themselves.
 */
export function RecordTimeline({ subject, hasComposer = true }: { subject: RecordSubject; hasComposer?: boolean }) {
  const [isShowingAll, setShowingAll] = useState(false);
  const limit = isShowingAll ? limits.page.max : firstEvents;
  const timelineQuery = useQuery(createTimelineQuery(subject, limit));
  const { isPlaceholderData } = timelineQuery;
  const isComplete = isShowingAll && !isPlaceholderData;
  const { lines, isShortened } = listLines(timelineQuery.data?.items ?? [], isShowingAll);
  const client = useQueryClient();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { userId: ownId } = useUser();
  const isOwn = 'userId' in subject && subject.userId === ownId;
  const onNoteChanged = (): void => void invalidateTimeline(client, subject);
  const toNoteStep = (note: Note): TimelineStep => ({
    id: `note ${note.noteId}`,
    title: describeNote(note, today),
    detail: describeAuthor(note),
    content: <NoteContent subject={subject} note={note} onChanged={onNoteChanged} />,
  });
  const toStep = ([event, ...others]: EventGroup, index: number): TimelineStep =>
    event.kind === 'note'
      ? toNoteStep(event.note)
      : {
          id: event.kind === 'letter' ? `letter ${event.mailId}` : `${index} ${event.at}`,
          ...(others.length > 0 ? describeGroup([event, ...others]) : describeEvent(event, describeWhen(event))),
          ...(event.kind === 'letter' && { content: renderLetter(event) }),
        };
  const renderLetter = ({ mailId, subject: title, person }: Extract<TimelineEvent, { kind: 'letter' }>) => {
    const userId = 'userId' in subject ? subject.userId : person?.userId;
    return userId !== undefined && <LetterContent subject={subject} userId={userId} mailId={mailId} title={title} />;
  };
  return (
    <>
      {!isOwn && hasComposer && <RecordComposer subject={subject} />}
      <Card title={texts.title}>
        <QueryContent
          query={timelineQuery}
          failedTitle={texts.failed}
          loading={<ItemsLoading loadingText={texts.loading} />}
        >
          {(timeline) => (
            <Stack>
              {timeline.onTop.length > 0 && <Timeline label={noteTexts.onTop} steps={timeline.onTop.map(toNoteStep)} />}
              {lines.length > 0 && <Timeline label={texts.title} steps={lines.map(toStep)} />}
              {timeline.items.length + timeline.onTop.length === 0 && <p>{texts.none}</p>}
              {(timeline.hasMore || isShortened) && !isComplete && (
                <div>
                  <Button busy={isPlaceholderData} onClick={() => setShowingAll(true)}>
                    {texts.showAll}
                  </Button>
                </div>
              )}
              {timeline.hasMore && isComplete && <p>{texts.newestOnly(limit)}</p>}
            </Stack>
          )}
        </QueryContent>
      </Card>
    </>
  );
}

/** The field for a note, apart from the timeline where that is far below. */
export function RecordComposer({ subject }: { subject: RecordSubject }) {
  const client = useQueryClient();
  return <NoteComposer subject={subject} onSaved={() => void invalidateTimeline(client, subject)} />;
}

type EventGroup = readonly [TimelineEvent, ...TimelineEvent[]];
type IssuedEvent = Extract<TimelineEvent, { kind: 'licenseIssued' }>;
const isIssued = (event: TimelineEvent): event is IssuedEvent => event.kind === 'licenseIssued';

/** Returns the events as lines; if not all are wanted, the first of them, with all licences that follow each other as one line. */
function listLines(events: readonly TimelineEvent[], isShowingAll: boolean) {
  const groups = groupEvents(events, isShowingAll ? areOfOneDay : areLicences);
  const lines = isShowingAll ? groups : groups.slice(0, firstLines);
  return { lines, isShortened: lines.length < events.length };
}

type Compare = (first: TimelineEvent, second: TimelineEvent) => boolean;

/** Groups the licences that follow each other and belong together. Every other event is a group of its own. */
function groupEvents(events: readonly TimelineEvent[], belongTogether: Compare): EventGroup[] {
  const groups: EventGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && belongTogether(last[0], event)) groups[groups.length - 1] = [...last, event];
    else groups.push([event]);
  }
  return groups;
}

const areLicences: Compare = (first, second) => isIssued(first) && isIssued(second);

/** Whether one person issued, or renewed, both licences on one day. */
const areOfOneDay: Compare = (first, second) =>
  isIssued(first) &&
  isIssued(second) &&
  first.isRenewal === second.isRenewal &&
  first.by === second.by &&
  new Date(first.at).toDateString() === new Date(second.at).toDateString();

/** Returns for example "10 licences issued" with the names of the PCs, or with the days if one line is about several days or people. */
function describeGroup(events: readonly TimelineEvent[]): Omit<TimelineStep, 'id'> {
  const issued = events.filter(isIssued);
  const [newest] = issued;
  const oldest = issued.at(-1);
  const names = issued.map(({ machineName }) => machineName || texts.unnamed);
  const days = new Set(issued.map(({ expiryDate }) => texts.validUntil(formatDay(expiryDate))));
  if (newest && oldest && !issued.every((event) => areOfOneDay(newest, event)))
    return {
      title: texts.licences(issued.length),
      detail: texts.fromTo(formatShortDay(oldest.at), formatShortDay(newest.at)),
    };
  return {
    title: (newest?.isRenewal ? texts.renewedMany : texts.issuedMany)(issued.length),
    detail: newest ? texts.by(newest.by, formatMoment(newest.at)) : '',
    quote: [formatList(names), ...(days.size === 1 ? days : [])].join('. '),
  };
}

/** Returns when an event happened, and in the history of a company to whom, unless they did it themselves. */
function describeWhen(event: TimelineEvent): string {
  const actor = 'by' in event ? event.by : null;
  const name = event.person?.name ?? '';
  return [name === actor ? '' : name, formatMoment(event.at)].filter(Boolean).join(', ');
}

function describeEvent(event: Exclude<TimelineEvent, { kind: 'note' }>, when: string): Omit<TimelineStep, 'id'> {
  if (event.kind === 'account')
    return { title: describeStep(event), detail: texts.by(event.by, when), quote: event.reason };
  if (event.kind === 'letter')
    return {
      title: texts.letter(event.subject),
      detail: texts.by(texts.letters[event.state], when),
      quote: event.error,
    };
  if (event.kind === 'companyChange')
    return { title: describeCompanyChange(event), detail: texts.by(event.by, when), quote: event.reason };
  if (event.kind === 'change') return { title: describeChange(event), detail: texts.by(event.by, when) };
  const machineName = event.machineName || texts.unnamed;
  if (event.kind === 'licenseIssued') {
    const formatTitle = event.isRenewal ? texts.renewed : texts.issued;
    return {
      title: formatTitle(machineName),
      detail: `${texts.by(event.by, when)} · ${texts.validUntil(formatDay(event.expiryDate))}`,
    };
  }
  if (event.kind === 'packSent')
    return { title: texts.packSent(machineName, event.to), detail: texts.by(event.by, when) };
  if (event.kind === 'licenseRevoked') return { title: texts.revoked(machineName), detail: when, quote: event.reason };
  if (event.kind === 'question')
    return { title: texts.asked(machineName), detail: when, quote: event.comment || event.problem };
  return { title: texts.answers[event.state], detail: texts.by(event.by, when), quote: event.words };
}

/** Returns for example "PC removed: CAD-07" or "Account changed: Tools, Brand". */
function describeChange({ action, machineName, fields }: Extract<TimelineEvent, { kind: 'change' }>): string {
  const actionLabel = texts.changes[action];
  if (machineName !== null) return texts.ofMachine(actionLabel, machineName || texts.unnamed);
  const labels = Object.entries(fieldLabels).flatMap(([field, label]) => (fields.includes(field) ? [label] : []));
  return action === 'user.update' && labels.length > 0 ? texts.ofMachine(actionLabel, formatList(labels)) : actionLabel;
}

/** Returns for example "Seats changed: 10 to 12 seats bought". */
const describeCompanyChange = ({ action, pcs }: Extract<TimelineEvent, { kind: 'companyChange' }>): string =>
  pcs === null
    ? texts.companyChanges[action]
    : texts.ofMachine(texts.companyChanges[action], texts.seatsBought(pcs.before, pcs.after));
