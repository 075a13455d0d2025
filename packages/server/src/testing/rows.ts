import type { NewRow } from '#server/database/schema.ts';

/** A row of `users` that lacks nothing, for tests that are about something else: an active customer of Basics Blue. */
export function aUser(but: Partial<NewRow<'users'>> & { login: string }): NewRow<'users'> {
  return {
    login_fold: but.login.toLowerCase(),
    first_name: 'Ada',
    last_name: 'Customer',
    phone: '',
    company: 'Customer Ltd',
    profile_id: 7,
    brand_id: 'blue',
    country: 'NO',
    language: 'en',
    can_receive_mail: 1,
    status: 'active',
    preferences: '{}',
    created_at: Date.parse('2026-01-01T00:00:00Z'),
    ...but,
  };
}
