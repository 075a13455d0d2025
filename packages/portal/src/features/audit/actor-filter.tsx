import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { audit as texts } from '#portal/texts/audit.ts';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { useDebounced } from '#portal/ui/layout/use-settled.ts';
import { createPeopleQuery, createPersonQuery } from './audit.queries.ts';
import type { Person } from './audit.queries.ts';

type ActorFilterProps = { actorId: number | undefined; onChoose: (actorId: number | undefined) => void };

/** The filter by actor. It searches users while the user types. */
export function ActorFilter({ actorId, onChoose }: ActorFilterProps) {
  const [text, setText] = useState('');
  const chosenPerson = useQuery(createPersonQuery(actorId)).data;
  const keyword = useDebounced(text);
  const people = useQuery(createPeopleQuery(keyword)).data ?? [];
  return (
    <PickerField
      label={texts.actor}
      placeholder={texts.actorHint}
      options={text === '' ? [] : people.map(createOption)}
      value={actorId === undefined ? '' : String(actorId)}
      onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
      search={{
        onSearch: setText,
        chosenOption: chosenPerson && createOption(chosenPerson),
        status: keyword === text && people.length === 0 ? texts.unknownActor : '',
      }}
    />
  );
}

const createOption = (person: Person) => ({ value: String(person.userId), label: formatPerson(person) });

export const formatPerson = ({ firstName, lastName, login }: Person): string =>
  texts.person(`${firstName} ${lastName}`.trim(), login);
