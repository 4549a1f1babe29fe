import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { AccessType } from '#contract/catalogue/catalogue.ts';
import { Combobox } from '#web/ui/Combobox.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { resourceChoices } from './api.ts';

type ResourceChoiceProps = {
  /** Id of the chosen resource; empty before the choice. */
  value: string;
  onChange: (id: string) => void;
  accessType?: AccessType;
  error?: string;
  isRequired?: boolean;
  className?: string;
};

const mostOffered = 20;

/** Choice of one published resource, found by typing a part of its title. */
export function ResourceChoice({ value, onChange, accessType, ...field }: ResourceChoiceProps) {
  const [text, setText] = useState('');
  // Clears the text after the form was sent or cleared.
  const [former, setFormer] = useState(value);
  if (former !== value) {
    setFormer(value);
    if (value === '' && former !== '') setText('');
  }
  const search = useDeferredValue(value === '' ? text.trim() : '');
  const { data, isPlaceholderData } = useQuery(resourceChoices({ search, accessType, pageSize: mostOffered }));
  return (
    <Combobox
      {...field}
      label="Resource"
      placeholder="Type a part of the title"
      none="No published resource matches."
      text={text}
      onType={(typed) => {
        setText(typed);
        if (value === '') return;
        // Prevents the reset above, so that the typed text stays.
        setFormer('');
        onChange('');
      }}
      options={data?.items.map(({ id, title, type }) => ({
        id: String(id),
        title,
        details: typeNames[type],
        icon: <TypeIcon type={type} />,
      }))}
      isStale={isPlaceholderData || (value === '' && search !== text.trim())}
      onPick={({ id, title }) => {
        setText(title);
        onChange(id);
      }}
    />
  );
}
