import { Search } from 'lucide-react';
import { Field } from './Field.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export type SearchInputProps = Omit<TextInputProps, 'type' | 'leading' | 'trailing'> & {
  /** Accessible name, such as "Search resources"; not visible. */
  label: string;
};

/** Search box with a magnifier. Needs no `Field` around it. */
export function SearchInput({ label, className, ...input }: SearchInputProps) {
  return (
    <Field label={label} isLabelHidden className={className}>
      <TextInput autoComplete="off" enterKeyHint="search" {...input} type="search" leading={<Search size={18} />} />
    </Field>
  );
}

type ChoiceSearchProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void };

/** Search box above the options of a form. It searches at once, and Enter does not send the form. */
export function ChoiceSearch({ label, placeholder, value, onSearch }: ChoiceSearchProps) {
  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={value}
      onChange={({ target }) => onSearch(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
