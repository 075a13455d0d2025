import { letterListFields, mailState, type Letter } from '@basics/contract/mail/mail.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { mail as texts } from '#portal/texts/mail.ts';
import { Card, Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar, toChoices } from '#portal/ui/filters/filter-bar.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { LetterPanel } from './letter-panel.tsx';
import { createLettersColumns } from './letters-columns.tsx';
import { lettersList } from './mail.queries.ts';

/** The page of the outbox with all e-mails of the portal and their state. Each e-mail can be sent again. `heldNotice` says why no e-mail is sent. */
export function MailPage({ heldNotice }: { heldNotice: Elements }) {
  const list = useList(lettersList);
  const { address, change } = list;
  const { setup } = useSetup();
  const { columns, choice } = useShownColumns(
    'mail',
    createLettersColumns((mailId) => ({ ...address, mail: mailId })),
  );
  const delivers = list.page.data?.delivers ?? true;
  return (
    <>
      <PageHeading title={texts.title} />
      <Stack>
        {!delivers && heldNotice}
        <Card>
          <Stack>
            <FilterBar
              list={list}
              listTexts={texts}
              end={choice}
              shownFields={declareShownFields(letterListFields, {
                labels: texts.fields,
                choices: { state: stateChoices, kind: kindChoices, brand: toChoices(setup.brands) },
              })}
              fields={{ state: { label: texts.state, choices: stateChoices } }}
            />
            <ListTable<Letter>
              list={list}
              tableTexts={texts}
              picture="envelope"
              columns={columns}
              rowKey={({ mailId }) => mailId}
            />
          </Stack>
        </Card>
      </Stack>
      {address.mail !== undefined && (
        <LetterPanel mailId={address.mail} delivers={delivers} onClose={() => change({ mail: undefined })} />
      )}
    </>
  );
}

const stateChoices = mailState.options.map((state) => ({ value: state, label: texts.states[state] }));

const kindChoices = Object.entries(texts.kinds)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));
