import { problemWords, seatFacts } from '@basics/contract/problems.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { bytesToHex, utf8 } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import { days, hours } from '#server/platform/clock.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import type { Chance } from './chance.ts';
import { insertHelpRequests } from './demo.repository.ts';
import { codeOf } from './pcs.ts';
import { idOf } from './people.ts';
import type { Ids } from './people.ts';

type Asking = { ids: Ids; chance: Chance; now: number };

/** A few of the demo's own accounts are stuck, each in another way; one has got its answer. */
export async function insertQuestions(trx: Trx, { ids, chance, now }: Asking): Promise<void> {
  const codeFor = (name: string, serial: number, at: number) =>
    codeOf({ daysAgo: 0, pc: { name, serial }, reason: 'new' }, at, chance);
  const asked = (login: string, code: VerificationCode | string, row: Asked): NewRow<'help_requests'> => ({
    user_id: idOf(ids, `${login}@demo.example`) ?? 0,
    verification_code: typeof code === 'string' ? code : code.text,
    code_hash: bytesToHex(nodePrimitives.sha256(typeof code === 'string' ? utf8(code) : code.bytes)),
    machine_name: typeof code === 'string' ? '' : code.claims.machineName,
    machine_fold: typeof code === 'string' ? '' : foldText(code.claims.machineName),
    closing_words: '',
    state: 'open',
    ...row,
  });
  const yesterday = now - days(1);
  const rows = [
    asked('designeroffice', codeFor('STUDIO-03', 9001, yesterday), {
      asked_at: yesterday,
      problem_code: 'SEAT_LIMIT',
      problem_message: problemWords('SEAT_LIMIT', seatFacts(2, ['STUDIO-02', 'STUDIO-01'])),
      comment: 'A colleague joins us in the spring and needs a PC of her own.',
    }),
    asked('oem', 'Please send the licence for PLANT-03', {
      asked_at: now - hours(5),
      problem_code: 'NOT_A_CODE',
      problem_message: problemWords('NOT_A_CODE', {}),
      comment: '',
    }),
    asked('smallcustomer', codeFor('WORKSHOP-05', 9002, now - days(9)), {
      asked_at: now - days(9),
      problem_code: 'CLOCK_AHEAD',
      problem_message: problemWords('CLOCK_AHEAD', { ahead: '2 hours' }),
      comment: 'The clock looks right to me.',
      state: 'replied',
      closed_by: idOf(ids, 'salesman@demo.example'),
      closed_at: now - days(8),
      closing_words: 'It is set to summer time. Set it right, then make a new code.',
    }),
  ];
  await insertHelpRequests(trx, rows);
}

type Asked = Pick<NewRow<'help_requests'>, 'asked_at' | 'problem_code' | 'problem_message' | 'comment'> &
  Partial<NewRow<'help_requests'>>;
