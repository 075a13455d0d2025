import type { Trx } from '#server/database/database.ts';
import { recordAudit } from '#server/platform/audit.ts';

/** The account that everything else begins with; it may have licences of every tool under every brand. */
export async function insertFirstAdministrator(
  trx: Trx,
  { login, passwordHash, at }: { login: string; passwordHash: string; at: number },
): Promise<void> {
  const { id } = await trx
    .insertInto('users')
    .values({
      login,
      login_fold: login,
      first_name: 'Portal',
      last_name: 'Administrator',
      phone: '',
      company: '',
      profile_id: 1,
      brand_id: null,
      country: null,
      language: 'en',
      can_receive_mail: 1,
      crm_account: null,
      user_domain: null,
      password_hash: passwordHash,
      status: 'active',
      preferences: '{}',
      created_by: null,
      created_at: at,
      request_date: null,
      reason: null,
      comment: null,
      decided_by: null,
      decided_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const brands = await trx.selectFrom('brands').select('id').execute();
  const tools = await trx.selectFrom('tools').select(['id', 'code', 'parent_tool_id']).execute();
  const grants = tools
    .filter(({ code }) => code !== null)
    .flatMap((tool) => {
      const addOns = tools.filter(({ parent_tool_id: parent }) => parent === tool.id).map((addOn) => addOn.id);
      return brands.map((brand) => ({
        user_id: id,
        tool_id: tool.id,
        brand_id: brand.id,
        config_tools: JSON.stringify(addOns),
        valid_from: null,
        valid_to: null,
      }));
    });
  await trx.insertInto('tool_grants').values(grants).execute();
  await recordAudit(trx, { at, actorId: null, requestId: null, action: 'user.create', subject: { kind: 'user', id } });
}
