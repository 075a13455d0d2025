import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/bounces.ts';
import { databases } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';

describe.each(databases)('addresses of returned letters on %s', (kind) => {
  test('upper and lower case of the address do not matter', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE', login: 'Ada.Lovelace@customer.example' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const asJson = JSON.stringify({ recipient: 'ada.lovelace@Customer.Example' });
    expect(await report(asJson, 'application/json')).toBe('{"bounced":true}');
    const status = createRecipientLines('ADA.LOVELACE@CUSTOMER.EXAMPLE');
    expect(await report(createReport({ status }))).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});
