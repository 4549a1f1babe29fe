import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessType } from '#contract/catalogue.ts';
import { Field } from '../../ui/Field.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { choiceSize, resourceChoices } from './api.ts';

type ResourceChoiceProps = {
  /** The id of the chosen resource; empty before the choice. */
  value: string;
  onChange: (id: string) => void;
  /** Only resources of this access type. */
  accessType?: AccessType;
  error?: string;
  isRequired?: boolean;
  className?: string;
};

/** The choice of one published resource. Where they are too many for one list, a search box narrows them. */
export function ResourceChoice({ value, onChange, accessType, ...field }: ResourceChoiceProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(resourceChoices({ search, accessType }));
  return (
    <>
      {search !== '' || (data && data.totalCount > choiceSize) ? (
        <SearchBox value={search} onSearch={setSearch} placeholder="Narrow the resources below" />
      ) : null}
      <Field label="Resource" {...field}>
        <Select value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Choose a resource</option>
          {data?.items.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
