import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { people as texts } from '#portal/texts/people.ts';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { createPeopleQuery, createPersonQuery, type Person } from './people.queries.ts';

type PersonPickerProps = {
  label: string;
  userId: number | undefined;
  onChoose: (userId: number | undefined) => void;
  placeholder?: string | undefined;
};

/** A field to choose one of the users whom staff may see. The field searches while the user types. */
export function PersonPicker({ label, userId, onChoose, placeholder = texts.hint }: PersonPickerProps) {
  const [text, setText] = useState('');
  const chosenPerson = useQuery(createPersonQuery(userId)).data;
  const keyword = useDebounced(text);
  const { data: people = [], error } = useQuery(createPeopleQuery(keyword));
  const emptyText = error ? texts.failed : texts.unknown;
  return (
    <PickerField
      label={label}
      placeholder={placeholder}
      options={text === '' ? [] : people.map(createOption)}
      value={userId === undefined ? '' : String(userId)}
      onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
      search={{
        onSearch: setText,
        chosenOption: chosenPerson && createOption(chosenPerson),
        status: keyword === text && people.length === 0 ? emptyText : '',
      }}
    />
  );
}

const createOption = (person: Person) => ({ value: String(person.userId), label: formatPerson(person) });

export const formatPerson = ({ firstName, lastName, login }: Person): string =>
  texts.person(`${firstName} ${lastName}`.trim(), login);
