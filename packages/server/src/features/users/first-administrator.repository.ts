import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';

/** The first account of an installation; it may have licences of every tool under every brand. */
export async function insertFirstAdministrator(
  trx: Trx,
  { login, passwordHash, at }: { login: string; passwordHash: string; at: number },
): Promise<void> {
  const { id } = await trx
    .insertInto('users')
    .values({
      login,
      loginFold: login,
      firstName: 'Portal',
      lastName: 'Administrator',
      phone: '',
      company: '',
      profileId: 1,
      brandId: null,
      country: null,
      language: 'en',
      canReceiveMail: 1,
      crmAccount: null,
      userDomain: null,
      passwordHash,
      status: 'active',
      preferences: '{}',
      createdBy: null,
      createdAt: at,
      requestDate: null,
      reason: null,
      comment: null,
      decidedBy: null,
      decidedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const brands = await trx.selectFrom('brands').select('id').execute();
  const tools = await trx.selectFrom('tools').select(['id', 'code', 'parentToolId']).execute();
  const grants = tools
    .filter(({ code }) => code !== null)
    .flatMap((tool) => {
      const addOns = tools.filter(({ parentToolId: parent }) => parent === tool.id).map((addOn) => addOn.id);
      return brands.map((brand) => ({
        userId: id,
        toolId: tool.id,
        brandId: brand.id,
        configTools: JSON.stringify(addOns),
        validFrom: null,
        validTo: null,
      }));
    });
  await trx.insertInto('toolGrants').values(grants).execute();
  await recordAudit(trx, { at, actorId: null, requestId: null, action: 'user.create', subject: { kind: 'user', id } });
}
