import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { audit as texts } from '#portal/texts/audit.ts';
import { auditActions, auditKinds } from '#portal/texts/audit-actions.ts';

// An older or newer server may have recorded actions and kinds that this page does not know. The code of an unknown
// action or kind is shown unchanged.
const actionWords: ReadonlyMap<string, string> = new Map(Object.entries(auditActions));
const kindWords: ReadonlyMap<string, string> = new Map(Object.entries(auditKinds));

/** Returns the words of an action as the beginning of a line: "Changed a user". */
export const formatAction = (action: string): string => capitalise(actionWords.get(action) ?? action);

export const formatKind = (kind: string): string => kindWords.get(kind) ?? kind;

/** Returns the kind, the id and the current name of a record: "User 31 (Ada Berg)". */
export const formatSubject = ({ kind, id, record }: AuditEntry['subject']): string =>
  texts.subjectWords(formatKind(kind), id, record?.name ?? null);

/** Whether somebody did something to the own account. */
export const isAboutActor = (subject: AuditEntry['subject'], actor: AuditEntry['actor']): boolean =>
  subject.kind === 'user' && actor !== null && subject.id === String(actor.userId);

/** Returns who did what to which record: "Anna Rossi changed a user: User 31 (Ada Berg)". */
export function formatSentence({ actor, action, subject }: AuditEntry): string {
  const actionText = actionWords.get(action) ?? action;
  const sentence = actor ? texts.sentence(actor.name, actionText) : capitalise(actionText);
  return subject.id === null || isAboutActor(subject, actor)
    ? sentence
    : texts.sentenceAbout(sentence, formatSubject(subject));
}

/** Returns codes, such as the actions of the audit log, as the choices of a filter. The choices are sorted by the text that the user sees. */
export const listChoices = (codes: readonly string[], formatCode: (code: string) => string) =>
  codes.map((code) => ({ value: code, label: formatCode(code) })).toSorted((a, b) => a.label.localeCompare(b.label));

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
