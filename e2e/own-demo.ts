import { openMailbox, type Mailbox } from './mailbox.ts';
import { createCaller, listItems, createToken, readId, type Call, type JsonRecord } from './portal-api.ts';
import { test as base } from './test.ts';
import { createTool } from './tool.ts';

export const logins = {
  administrator: 'administrator@demo.example',
  /** The salesman Simon Aasen, who has the three customers below in scope. */
  salesman: 'salesman@demo.example',
  /** The salesman Claire Martel, who has none of these customers in scope. */
  otherSalesman: 'salesman2@demo.example',
  /** Sofie Collin, Norway. She has two PCs. The licence of OFFICE-02 expires in twelve days. */
  smallCustomer: 'smallcustomer@demo.example',
  /** Dina Ohlsen, Denmark. She may license two PCs at a time, and STUDIO-01 and STUDIO-02 are licensed. */
  designerOffice: 'designeroffice@demo.example',
  /** Oskar Malm, Sweden. He may license two PCs at a time, and only PLANT-02 is licensed. */
  oem: 'oem@demo.example',
} as const;

/** The secret with which a mail server reports bounces to a portal. */
export const bounceToken = 'a-secret-of-the-mail-server-of-the-tests';

type OwnDemo = { address: string; mailbox: Mailbox; call: Call };

/** Each test has its own demo portal and mail server, because the test changes what other accounts see. */
export const test = base.extend<{ ownDemo: OwnDemo }>({
  ownDemo: async ({ startOwnPortal }, use) => {
    const mailbox = await openMailbox();
    const environment = { SMTP_URL: mailbox.url, HUMAN_VERIFICATION: 'off', BOUNCE_TOKEN: bounceToken };
    const portal = await startOwnPortal({ args: ['--demo'], environment });
    await use({ address: portal.address, mailbox, call: createCaller(portal) });
    await portal.stop();
    await mailbox.close();
  },
  // oxlint-disable-next-line no-unused-vars -- a context that names the portal closes before it stops: pages still send calls when a test ends
  context: async ({ ownDemo: _, context }, use) => use(context),
});

/** Returns the day that is the given number of days after today (UTC), such as `2027-03-14`. */
export const computeDay = (daysFromToday: number): string =>
  new Date(Date.now() + 86_400_000 * daysFromToday).toISOString().slice(0, 10);

export async function findUserId(call: Call, login: string): Promise<number> {
  return readId(await call('GET /user', { token: await createToken(call, login) }), 'userId');
}

/** Lists the licences of a user, as an administrator sees them. */
export async function listLicenses(call: Call, userId: number): Promise<JsonRecord[]> {
  const token = await createToken(call, logins.administrator);
  return listItems(await call(`GET /user/${userId}/licenses`, { token }));
}

/** Returns the first day of the week that contains this day. The weeks are those of the renewals page. */
export async function findFirstDayOfWeek(call: Call, day: string): Promise<string> {
  const { weeks } = await call('GET /license/renewals', { token: await createToken(call, logins.salesman) });
  const week = Array.isArray(weeks) ? weeks.find(({ from, to }) => from <= day && day <= to) : undefined;
  return String(week?.from);
}

/**
 * Sends the e-mails that wait until an act on many records can no longer be undone, as an administrator does in the outbox. Throws an error if
 * an e-mail has arrived before.
 */
export async function sendWaitingMails(
  { call, mailbox }: OwnDemo,
  recipient: string,
  searchText: string,
): Promise<void> {
  const token = await createToken(call, logins.administrator);
  const letters = listItems(await call('POST /mail/search', { token, body: { state: 'queued', pageSize: 200 } }));
  const waitingLetters = letters.filter(({ to, subject }) => to === recipient && String(subject).includes(searchText));
  if (waitingLetters.length === 0 || mailbox.findMails(recipient, searchText).length > 0)
    throw new Error(`The e-mails to ${recipient} do not wait.`);
  for (const letter of waitingLetters) await call(`PUT /mail/${readId(letter, 'mailId')}/send`, { token });
}

/** Changes all grants of a user. `validTo` is the last day of the grants, and also the last day of the licences; null means no last day. */
export async function changeGrants(
  call: Call,
  userId: number,
  changes: { validTo: string | null; configTools?: readonly string[] },
): Promise<void> {
  const token = await createToken(call, logins.administrator);
  const { tools: grants, version } = await call(`GET /user/${userId}`, { token });
  const changedGrants = Array.isArray(grants) ? grants.map((grant) => ({ ...grant, ...changes })) : [];
  await call(`PUT /user/${userId}`, { token, body: { version, tools: changedGrants } });
}

/** Issues licences for new PCs with the given names, although the policy allows fewer PCs. Returns the tool of each PC. */
export async function addPcs({ call, address }: OwnDemo, userId: number, machineNames: readonly string[]) {
  const token = await createToken(call, logins.administrator);
  const tools = await Promise.all(machineNames.map((name) => createTool(name, address)));
  for (const tool of tools) {
    const verificationCode = (await tool.run(['code', '--plain'])).out;
    const body = { verificationCode, overrideReason: 'The customer has bought more PCs.' };
    await call(`POST /user/${userId}/license`, { token, body });
  }
  return tools;
}
