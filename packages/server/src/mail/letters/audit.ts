import type { LetterContent, LetterOf } from '../letter.ts';
import { formatMoment } from '#server/platform/texts/formats.ts';

export const auditSeal = ({ seal, at }: LetterOf<'auditSeal'>): LetterContent => ({
  subject: 'Seal of the audit log',
  blocks: [
    { is: 'text', text: `This is the seal of the audit log of ${formatMoment(at)}. Please keep this e-mail.` },
    { is: 'code', text: seal },
    {
      is: 'note',
      text: 'The seal proves which entries the audit log contained. To compare, save it in a file and run: portal audit verify <file>',
    },
  ],
});
