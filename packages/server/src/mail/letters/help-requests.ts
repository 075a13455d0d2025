import type { Block, Content, LetterOf } from '../letter.ts';
import { plain, plainLines } from '../plain.ts';
import { customerRows, licenseRows } from './licenses.ts';
import { momentWords } from './moment-words.ts';

export const helpAsked = (letter: LetterOf<'helpAsked'>): Content => ({
  subject: `Help request from ${plain(letter.customer.name)}`,
  blocks: [
    {
      is: 'text',
      text: 'A customer could not get a licence for a verification code and asks for your help. The error message was:',
    },
    { is: 'quote', text: plainLines(letter.problem.message) },
    {
      is: 'facts',
      rows: [...customerRows(letter.customer), ...codeRows(letter.code), ['Refused as', plain(letter.problem.code)]],
    },
    ...(letter.comment.trim() === ''
      ? []
      : ([
          { is: 'text', text: 'The customer wrote:' },
          { is: 'quote', text: plainLines(letter.comment) },
        ] as const)),
    { is: 'link', label: 'Answer help request', path: `/help-requests?request=${letter.helpRequestId}` },
  ],
});

function codeRows(code: LetterOf<'helpAsked'>['code']): [string, string][] {
  if (code === null) return [['Code', 'cannot be read']];
  return [
    ['PC', plain(code.machineName) || 'without a name'],
    ['Tool', `${plain(code.tool)} ${plain(code.version)}`],
    ['Code made on', momentWords(code.madeAt)],
    ['Clock of the PC', clockWords(code.clockSkewSeconds)],
  ];
}

/** Only a clock that is ahead can be detected: a clock that is behind looks like a code that was made earlier. */
function clockWords(skewSeconds: number): string {
  if (skewSeconds < 60) return 'not ahead';
  const minutes = Math.round(skewSeconds / 60);
  if (minutes < 120) return `${minutes} minutes ahead`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ahead` : `${Math.round(hours / 24)} days ahead`;
}

export const helpAnswered = (letter: LetterOf<'helpAnswered'>): Content => {
  const pc = plain(letter.machineName);
  return {
    subject: pc === '' ? 'Answer to your help request' : `Answer to your help request about ${pc}`,
    blocks: [
      { is: 'text', text: `${plain(letter.by.name)} has answered your help request.` },
      ...(letter.words.trim() === '' ? [] : [{ is: 'quote' as const, text: plainLines(letter.words) }]),
      ...outcomeOf(letter),
    ],
  };
};

function outcomeOf({ answer }: LetterOf<'helpAnswered'>): Block[] {
  if (answer.is === 'replied') return [{ is: 'link', label: 'Get a licence', path: '/license/verify' }];
  if (answer.is === 'granted')
    return [
      {
        is: 'text',
        text: `Your account now has ${plain(answer.tool)} for ${plain(answer.brand)}. You can now get your licence with the same code:`,
      },
      {
        is: 'link',
        label: 'Get my licence',
        path: `/license/verify#c=${encodeURIComponent(answer.verificationCode)}`,
      },
    ];
  const { tool, machineName, expiryDate, code } = answer.license;
  return [
    {
      is: 'text',
      text: `Here is your licence for ${plain(tool)}. Open the attached file in ${plain(tool)}, or paste this code:`,
    },
    { is: 'code', text: code },
    { is: 'facts', rows: licenseRows(machineName, expiryDate) },
    { is: 'note', text: 'The licence works only on this PC.' },
  ];
}
