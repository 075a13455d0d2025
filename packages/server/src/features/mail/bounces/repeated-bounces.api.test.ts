import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/bounces.ts';
import { databases } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';

describe.each(databases)('repeated bounces (%s)', (kind) => {
  test('a repeated bounce, or a bounce with an unknown Message-ID, does not mark another e-mail to the same address as failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const [first] = await outbox.rows();
    const status = createRecipientLines(customer.login);
    const reportWithId = createReport({ status, returned: [`Message-ID: ${first?.messageId}`] });
    const asJson = JSON.stringify({ messageId: first?.messageId, recipient: customer.login });
    const readStates = async () => (await outbox.rows()).map(({ state }) => state);
    expect(await report(reportWithId)).toBe('{"bounced":true}');
    expect(await report(reportWithId)).toBe('{"bounced":false}');
    expect(await report(asJson, 'application/json')).toBe('{"bounced":false}');
    const unknownReport = createReport({ status, returned: ['Message-ID: <unknown@mail.example>'] });
    expect(await report(unknownReport)).toBe('{"bounced":false}');
    expect(await readStates()).toEqual(['failed', 'sent']);

    // A report without returned headers names only the address; the Message-ID of the report itself is not that of an e-mail of the portal.
    expect(await report(createReport({ status }))).toBe('{"bounced":true}');
    expect(await readStates()).toEqual(['failed', 'failed']);
  });
});
