import { fillMessage } from '@basics/contract/calls/problems.ts';
import { createSeatFacts } from '@basics/contract/texts/phrases.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { bytesToHex, encodeUtf8 } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { Trx } from '../database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import type { RandomNumbers } from './random-numbers.ts';
import { insertHelpRequests } from './demo.repository.ts';
import { createCode } from './pcs.ts';
import { findId, type IdsByLogin } from './people/people.ts';

type HelpRequestContext = { ids: IdsByLogin; random: RandomNumbers; now: number };

/**
 * Inserts help requests of some accounts from `accounts.ts`, each for another reason. The first of these help requests is answered, and the
 * others are open.
 */
export async function insertDemoHelpRequests(trx: Trx, { ids, random, now }: HelpRequestContext): Promise<void> {
  const createCodeFor = (name: string, serial: number, at: number) =>
    createCode({ issuedDaysAgo: 0, pc: { name, serial }, reason: 'new' }, at, random);
  const createRequestRow = (
    login: string,
    code: VerificationCode | string,
    row: RequestDetails,
  ): NewRow<'helpRequests'> => ({
    userId: findId(ids, `${login}@demo.example`) ?? 0,
    verificationCode: typeof code === 'string' ? code : code.text,
    codeHash: bytesToHex(nodePrimitives.sha256(typeof code === 'string' ? encodeUtf8(code) : code.bytes)),
    machineName: typeof code === 'string' ? '' : code.claims.machineName,
    machineFold: typeof code === 'string' ? '' : foldText(code.claims.machineName),
    closingWords: '',
    state: 'open',
    ...row,
  });
  const yesterday = now - days(1);
  const rows = [
    createRequestRow('designeroffice', createCodeFor('STUDIO-03', 9001, yesterday), {
      askedAt: yesterday,
      problemCode: 'SEAT_LIMIT',
      problemMessage: fillMessage('SEAT_LIMIT', createSeatFacts(2, ['STUDIO-02', 'STUDIO-01'])),
      comment: 'A colleague joins us in the spring and needs a PC of her own.',
    }),
    createRequestRow('oem', 'Please send the licence for PLANT-03', {
      askedAt: now - hours(5),
      problemCode: 'NOT_A_CODE',
      problemMessage: fillMessage('NOT_A_CODE', {}),
      comment: '',
    }),
    createRequestRow('smallcustomer', createCodeFor('WORKSHOP-05', 9002, now - days(9)), {
      askedAt: now - days(9),
      problemCode: 'CLOCK_AHEAD',
      problemMessage: fillMessage('CLOCK_AHEAD', { ahead: '2 hours' }),
      comment: 'The clock looks right to me.',
      state: 'replied',
      closedBy: findId(ids, 'salesman@demo.example'),
      closedAt: now - days(8),
      closingWords: 'It is set to summer time. Set it right, then make a new code.',
    }),
  ];
  await insertHelpRequests(trx, rows);
}

type RequestDetails = Pick<NewRow<'helpRequests'>, 'askedAt' | 'problemCode' | 'problemMessage' | 'comment'> &
  Partial<NewRow<'helpRequests'>>;
