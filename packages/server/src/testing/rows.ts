import type { NewRow } from '#server/database/schema.ts';
import { foldText } from '#server/platform/search/search-text.ts';

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

let asked = 0;

/** A row of `help_requests` that lacks nothing: a PC too many, that waits for an answer. */
export function aHelpRequest(but: Partial<NewRow<'help_requests'>> & { user_id: number }): NewRow<'help_requests'> {
  asked += 1;
  return {
    asked_at: Date.parse('2026-03-10T12:00:00Z'),
    verification_code: 'BV-0000',
    code_hash: asked.toString(16).padStart(64, '0'),
    problem_code: 'SEAT_LIMIT',
    problem_message: 'All 2 PCs that you can license are in use (A, B).',
    comment: '',
    machine_name: 'CAD-07',
    machine_fold: 'cad-07',
    state: 'open',
    closing_words: '',
    ...but,
  };
}

let machines = 0;

/** A row of `machines` that lacks nothing, of a PC with Basics. */
export function aMachine(but: Partial<NewRow<'machines'>> & { user_id: number; name: string }): NewRow<'machines'> {
  machines += 1;
  return {
    tool_id: 'basics',
    fingerprint: machines.toString(16).padStart(32, '0'),
    scheme: 1,
    name_fold: foldText(but.name),
    first_seen_at: Date.parse('2026-03-01T12:00:00Z'),
    ...but,
  };
}

let licenses = 0;

/** A row of `licenses` that lacks nothing but a signature: it runs to the end of 2026. */
export function aLicense(
  but: Partial<NewRow<'licenses'>> & { user_id: number; machine_id: number; key_id: string },
): NewRow<'licenses'> {
  licenses += 1;
  return {
    licence_uid: licenses.toString(16).padStart(16, '0'),
    tool_id: 'basics',
    brand_id: 'blue',
    verification_hash: licenses.toString(16).padStart(64, '0'),
    verification_code: 'BV-0000',
    verification_reason: 'new',
    tool_version: '1.0.1',
    fingerprint: '0'.repeat(32),
    entitlement_bits: 0,
    config_tools: '[]',
    preferences: '{}',
    seq: 1,
    licence_code: 'BL-0000',
    licence_file: 'BASICS LICENCE FILE v1',
    issued_at: Date.parse('2026-03-01T12:00:00Z') + licenses,
    not_before: Date.parse('2026-03-01T12:00:00Z'),
    expires_at: Date.parse('2026-12-31T23:59:59Z'),
    grace_days: 14,
    issued_by: but.user_id,
    ...but,
  };
}
