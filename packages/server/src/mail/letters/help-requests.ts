import { facts, type LetterBlock, type LetterContent, type LetterOf } from '../letter.ts';
import { toPcName, toPlainLine, toPlainLines, formatMoment } from '#server/platform/texts/formats.ts';
import { createCustomerRows, createLicenseLink, createLicenseRows } from './licenses.ts';

export const helpAsked = (letter: LetterOf<'helpAsked'>): LetterContent => ({
  subject: `Help request from ${toPlainLine(letter.customer.name)}`,
  blocks: [
    letter.isForTool
      ? 'A customer asks for a tool:'
      : 'The customer got no licence for a verification code. The portal said:',
    { is: 'quote', text: toPlainLines(letter.problem.message) },
    facts(...createCustomerRows(letter.customer), ...(letter.isForTool ? [] : createCodeRows(letter.code))),
    ...(letter.comment.trim() === ''
      ? []
      : (['The customer wrote:', { is: 'quote', text: toPlainLines(letter.comment) }] as const)),
    { is: 'link', label: 'Answer help request', path: `/help-requests?request=${letter.helpRequestId}` },
  ],
});

function createCodeRows(code: LetterOf<'helpAsked'>['code']): [string, string][] {
  if (code === null) return [['Code', 'cannot be read']];
  return [
    ['PC', toPcName(code.machineName)],
    ['Tool', `${toPlainLine(code.tool)} ${toPlainLine(code.version)}`],
    ['Code created on', formatMoment(code.madeAt)],
    ['Clock of the PC', describeClock(code.clockSkewSeconds)],
  ];
}

/**
 * Describes whether the clock of a PC is correct. A verification code shows only that a clock is ahead. A code from a
 * clock that is behind looks like an older code.
 */
function describeClock(skewSeconds: number): string {
  if (skewSeconds < 60) return 'not ahead';
  const minutes = Math.round(skewSeconds / 60);
  if (minutes < 120) return `${minutes} minutes ahead`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ahead` : `${Math.round(hours / 24)} days ahead`;
}

export const helpAnswered = (letter: LetterOf<'helpAnswered'>): LetterContent => {
  const pc = toPlainLine(letter.machineName);
  return {
    subject: pc === '' ? 'Answer to your help request' : `Answer to your help request about ${pc}`,
    blocks: [
      `${toPlainLine(letter.by.name)} has answered your help request.`,
      ...(letter.words.trim() === '' ? [] : [{ is: 'quote' as const, text: toPlainLines(letter.words) }]),
      ...createOutcomeBlocks(letter),
    ],
  };
};

function createOutcomeBlocks({ answer }: LetterOf<'helpAnswered'>): LetterBlock[] {
  if (answer.is === 'replied') return [{ is: 'link', label: 'Get a licence', path: '/license/verify' }];
  if (answer.is === 'granted')
    return [
      `You now have ${toPlainLine(answer.tool)} for ${toPlainLine(answer.brand)}. Get your licence${answer.verificationCode === '' ? '' : ' with the same code'}:`,
      {
        is: 'link',
        label: 'Get my licence',
        path:
          answer.verificationCode === ''
            ? '/license/verify'
            : `/license/verify#c=${encodeURIComponent(answer.verificationCode)}`,
      },
    ];
  const { licenseId, tool, machineName, expiryDate, code } = answer.license;
  return [
    `Open the attached file in ${toPlainLine(tool)} on this PC, or paste this code:`,
    { is: 'code', text: code },
    facts(...createLicenseRows(machineName, expiryDate)),
    createLicenseLink(licenseId),
  ];
}
