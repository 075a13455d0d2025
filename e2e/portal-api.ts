import type { RunningPortal } from './running-portal.ts';

/** The password of every demo account. */
export const demoPassword = 'Quartz-Lantern-27';

export type JsonRecord = Record<string, unknown>;
export type CallOptions = { token?: string; body?: unknown; clientAddress?: string; userAgent?: string };

/**
 * Returns a function that makes a call to the API of a portal. The function returns the parsed body, and throws an
 * error if the status is 400 or more.
 */
export const createCaller =
  ({ address }: Pick<RunningPortal, 'address'>) =>
  async (endpoint: string, { token, body, clientAddress, userAgent }: CallOptions = {}): Promise<JsonRecord> => {
    const [method = '', path = ''] = endpoint.split(' ');
    const response = await fetch(`${address}/core/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(clientAddress !== undefined && { 'x-forwarded-for': clientAddress }),
        ...(userAgent !== undefined && { 'user-agent': userAgent }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const responseText = await response.text();
    if (!response.ok) throw new Error(`${endpoint} answered ${response.status}: ${responseText}`);
    return responseText.startsWith('{') ? JSON.parse(responseText) : { text: responseText };
  };
export type Call = ReturnType<typeof createCaller>;

export const listItems = ({ items }: JsonRecord): JsonRecord[] => (Array.isArray(items) ? items : []);
export const readId = (record: JsonRecord | undefined, fieldName: string): number => Number(record?.[fieldName]);

/** Creates a session of a demo account, and returns its token. */
export async function createToken(call: Call, login: string, options: CallOptions = {}): Promise<string> {
  const body = { login, password: demoPassword };
  return String((await call('POST /auth/token', { body, ...options }))['token']);
}

/**
 * Returns the login of the customer of the demo at this position in the list of logins. Each test that changes a
 * password or the way to sign in uses a position of its own, so that it does not change the accounts of other tests.
 */
export async function findCustomer(portal: Pick<RunningPortal, 'address'>, position: number): Promise<string> {
  const call = createCaller(portal);
  const token = await createToken(call, 'administrator@demo.example');
  const body = { status: 'active', brand: 'blue', country: 'NO', pageSize: 200 };
  const customers = listItems(await call('POST /user/search', { token, body }))
    .map(({ login }) => String(login))
    // The list contains no applicants, because other tests approve applicants, which would change the positions of
    // customers.
    .filter((login) => !/@(demo|applicant)\.example$/.test(login))
    .toSorted();
  const customer = customers[position];
  if (customer === undefined) throw new Error(`The demo has ${customers.length} such customers.`);
  return customer;
}
