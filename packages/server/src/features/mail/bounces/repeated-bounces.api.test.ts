import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/mail/bounces.ts';
import { databases } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';

describe.each(databases)('repeated bounces (%s)', (kind) => {
  test('a repeated bounce, or a bounce without a known Message-ID, marks no e-mail to the same address as failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const [first] = await outbox.rows();
    const statusLines = createRecipientLines(customer.login);
    const reportWithId = createReport({ status: statusLines, returned: [`Message-ID: ${first?.messageId}`] });
    const bounceJson = JSON.stringify({ messageId: first?.messageId, recipient: customer.login, reason: '5.1.1' });
    const readMailStates = async () => (await outbox.rows()).map(({ state }) => state);
    expect(await report(reportWithId)).toBe('{"bounced":true}');
    expect(await report(reportWithId)).toBe('{"bounced":false}');
    expect(await report(bounceJson, 'application/json')).toBe('{"bounced":false}');
    const unknownReport = createReport({ status: statusLines, returned: ['Message-ID: <unknown@mail.example>'] });
    expect(await report(unknownReport)).toBe('{"bounced":false}');
    expect(await readMailStates()).toEqual(['failed', 'sent']);

    // Everybody can write a report about an address. The Message-ID of the report itself is not used.
    expect(await report(createReport({ status: statusLines }))).toBe('{"bounced":false}');
    expect(await report(JSON.stringify({ recipient: customer.login }), 'application/json')).toBe('{"bounced":false}');
    expect(await readMailStates()).toEqual(['failed', 'sent']);
  });
});
