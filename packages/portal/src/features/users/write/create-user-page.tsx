import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { createUserForm } from '@basics/contract/users/user-fields.ts';
import { user as texts } from '#portal/texts/user.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { UserForm } from './user-form.tsx';
import { WithOptions } from '../loading-states.tsx';
import { emptyGrant, emptyUserValues, toBodyFields, type UserValues } from '../user-fields.tsx';
import { formatUser } from '../user-format.tsx';
import { createUser, storeUser } from '../user.queries.ts';
import type { UserOptions } from '../users.queries.ts';

/** The page on which staff create an account. */
export const CreateUserPage = () => (
  <>
    <PageHeading title={texts.creating.title} introText={texts.creating.lead} />
    <WithOptions>{(options) => <CreateUser options={options} />}</WithOptions>
  </>
);

function CreateUser({ options }: { options: UserOptions }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const initialValues = useMemo(() => createInitialValues(options), [options]);
  return (
    <UserForm
      isNew
      initialValues={initialValues}
      options={options}
      parseValues={parseValues}
      sendBody={async (body) => {
        const user = await createUser(body);
        toasts.done(texts.creating.done(formatUser(user)));
        void storeUser(client, user);
      }}
      leavePage={() => navigate({ to: '/users' })}
      submitLabel={texts.creating.submit}
      failedTitle={texts.form.failed}
      cancelPath="/users"
    />
  );
}

const parseValues = (values: UserValues) =>
  createUserForm.safeParse({ ...toBodyFields(values), login: values.login.trim(), email: values.email.trim() });

/** Returns the initial values. A profile, brand or tool is selected if it is the only one. The user gets e-mails, and can change this. */
const createInitialValues = ({ tools, brands, profiles }: UserOptions): UserValues => ({
  ...emptyUserValues,
  profileID: profiles.length === 1 ? String(profiles[0]?.id) : '',
  brand: findOnlyOption(brands),
  canReceiveMail: true,
  tools: [{ ...emptyGrant, tool: findOnlyOption(tools), brand: findOnlyOption(brands) }],
});

const findOnlyOption = (records: readonly { id: string }[]): string =>
  records.length === 1 ? (records[0]?.id ?? '') : '';
