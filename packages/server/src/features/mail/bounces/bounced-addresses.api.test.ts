import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/bounces.ts';
import { databases } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';

describe.each(databases)('the addresses of bounced e-mails (%s)', (kind) => {
  test('a bounced e-mail is found by its address, whether the bounce writes the address in upper or lower case', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE', login: 'Ada.Lovelace@customer.example' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const bounceJson = JSON.stringify({ recipient: 'ada.lovelace@Customer.Example' });
    expect(await report(bounceJson, 'application/json')).toBe('{"bounced":true}');
    const statusLines = createRecipientLines('ADA.LOVELACE@CUSTOMER.EXAMPLE');
    expect(await report(createReport({ status: statusLines }))).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});
