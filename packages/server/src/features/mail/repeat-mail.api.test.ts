import { staffInbox } from '@basics/contract/home/inbox.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { noon, readProblemCode } from '#server/testing/portal.ts';
import { createUserBody } from '#server/testing/records/staff.ts';

describe.each(databases)('sending a failed e-mail again (%s)', (kind) => {
  test('a salesman can send a failed e-mail of a customer in scope again, but no e-mail with a link that gives access to the account, and reads it before (T326)', async () => {
    const { portal, simon, ada } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const { token } = simon;
    const userOutOfScopeId = await portal.addUser({ login: 'far@customer.example', country: 'NO' });
    await kysely.deleteFrom('outbox').execute();
    const addFailedMail = async (mailKind: string, overrides: { toAddress?: string; userId?: number } = {}) => {
      const { id } = await kysely
        .insertInto('outbox')
        .values({
          messageId: `${mailKind} ${overrides.toAddress ?? ''}`,
          toAddress: ada.login,
          userId: ada.id,
          brandId: 'blue',
          kind: mailKind,
          subject: mailKind,
          text: 'text',
          html: 'html',
          state: 'failed',
          createdAt: noon,
          ...overrides,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const answerMailId = await addFailedMail('helpAnswered');
    const wrongAddressMailId = await addFailedMail('accountReinstated', { toAddress: 'old@customer.example' });
    const outdatedNewsMailId = await addFailedMail('releaseNews');
    const linkMailId = await addFailedMail('invitationAgain');
    const passwordResetMailId = await addFailedMail('passwordReset');
    const outOfScopeMailId = await addFailedMail('accountReinstated', {
      userId: userOutOfScopeId,
      toAddress: 'far@customer.example',
    });
    const repeatMail = async (mailId: number, id = ada.id) => {
      const response = await portal.call(mail.repeat, { token, params: { id, mailId } });
      return response.status === 204 ? 'sent' : readProblemCode(response.body);
    };
    const readMail = async (mailId: number, by = token, id = ada.id) => {
      const { status, body } = await portal.call(mail.read, { token: by, params: { id, mailId } });
      return status === 200 ? mail.read.reply.parse(body) : readProblemCode(body);
    };
    const read = { to: ada.login, subject: 'helpAnswered', text: 'text', canRepeat: true };
    expect(await readMail(answerMailId)).toEqual(read);
    expect(await readMail(linkMailId)).toMatchObject({ subject: 'invitationAgain', canRepeat: false });
    expect(await readMail(passwordResetMailId), 'about the sign-in').toBe('RESULTS_NOT_FOUND');
    expect(await readMail(outOfScopeMailId), 'of another user').toBe('RESULTS_NOT_FOUND');
    expect(await readMail(outOfScopeMailId, token, userOutOfScopeId)).toBe('USER_NOT_FOUND');
    expect(await readMail(answerMailId, ada.token)).toBe('NOT_PERMITTED');
    const readInboxRows = async () => {
      const { body } = await portal.call(staffInbox.inbox, { token });
      return staffInbox.inbox.reply
        .parse(body)
        .failedMails.items.map(({ mailId, canSend }) => [mailId, canSend] as const);
    };
    expect(await readInboxRows()).toEqual([
      [outdatedNewsMailId, undefined],
      [answerMailId, 'sameMail'],
    ]);
    expect(await repeatMail(wrongAddressMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await repeatMail(outdatedNewsMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await repeatMail(linkMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await repeatMail(passwordResetMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await repeatMail(outOfScopeMailId, userOutOfScopeId)).toBe('USER_NOT_FOUND');
    expect(await repeatMail(outOfScopeMailId)).toBe('RESULTS_NOT_FOUND');
    const simultaneousResults = await Promise.all([repeatMail(answerMailId), repeatMail(answerMailId)]);
    expect(simultaneousResults.toSorted()).toEqual(['RESULTS_NOT_FOUND', 'sent']);
    const entries = (await findAuditEntries(portal, 'mail')).filter(({ action }) => action === 'mail.sendAgain');
    expect(entries.map(({ subjectId, after }) => ({ subjectId, after }))).toEqual([
      {
        subjectId: String(answerMailId),
        after: { state: 'queued', kind: 'helpAnswered', userId: ada.id, licenseId: null },
      },
    ]);
    expect(await repeatMail(answerMailId)).toBe('RESULTS_NOT_FOUND');
    const readDismissProblem = async (mailId: number, id = ada.id) =>
      readProblemCode((await portal.call(mail.dismiss, { token, params: { id, mailId } })).body);
    expect(await readDismissProblem(answerMailId), 'it was queued again').toBe('RESULTS_NOT_FOUND');
    expect(await readDismissProblem(passwordResetMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await readDismissProblem(outOfScopeMailId, userOutOfScopeId)).toBe('USER_NOT_FOUND');
    expect(await readDismissProblem(outOfScopeMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await readDismissProblem(outdatedNewsMailId)).toBeNull();
    expect(await readDismissProblem(outdatedNewsMailId)).toBe('RESULTS_NOT_FOUND');
    expect(await readInboxRows()).toEqual([]);
    const dismissals = (await findAuditEntries(portal, 'mail')).filter(({ action }) => action === 'mail.dismiss');
    expect(dismissals.map(({ subjectId, after }) => ({ subjectId, after }))).toEqual([
      { subjectId: String(outdatedNewsMailId), after: { kind: 'releaseNews', userId: ada.id } },
    ]);
    const states = await kysely.selectFrom('outbox').select(['id', 'state']).where('state', '!=', 'failed').execute();
    expect(states).toEqual([{ id: answerMailId, state: 'queued' }]);
  });

  test('the e-mail about a rejection can be sent again only while no later account has the same login', async () => {
    const { portal, root, simon } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const { token } = simon;
    const login = 'rejected@customer.example';
    const id = await portal.addUser({ login, status: 'pending', profileId: null });
    const params = { id };
    const body = { id, reason: 'Unknown company' };
    expect((await portal.call(requests.reject, { token, params, body })).status).toBe(200);
    const markLetterFailed = () =>
      kysely
        .updateTable('outbox')
        .set({ state: 'failed' })
        .where('userId', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow();
    const { id: mailId } = await markLetterFailed();
    const repeatMail = () => portal.call(mail.repeat, { token, params: { id, mailId } });
    expect((await repeatMail()).status).toBe(204);
    await markLetterFailed();
    const newUser = createUserBody({ login, email: login });
    expect((await portal.call(users.create, { token: root.token, body: newUser })).status).toBe(200);
    expect(readProblemCode((await repeatMail()).body)).toBe('RESULTS_NOT_FOUND');
  });

  test('a failed invitation is replaced by a new invitation, and is removed from the inbox', async () => {
    const { portal, simon } = await openHelpRequests(kind);
    const { kysely } = portal.database;
    const { token } = simon;
    const invitedId = await portal.addUser({ login: 'invited@customer.example' });
    await kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', invitedId).execute();
    const invite = () => portal.call(users.invite, { token, params: { id: invitedId } });
    const readInboxRows = async () => {
      const { body } = await portal.call(staffInbox.inbox, { token });
      return staffInbox.inbox.reply.parse(body).failedMails.items.map(({ userId, canSend }) => [userId, canSend]);
    };
    await invite();
    await kysely.updateTable('outbox').set({ state: 'failed' }).where('userId', '=', invitedId).execute();
    expect(await readInboxRows()).toEqual([[invitedId, 'invitation']]);
    await invite();
    expect(await readInboxRows()).toEqual([]);
  });
});
