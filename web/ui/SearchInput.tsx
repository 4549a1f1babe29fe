import { Search } from 'lucide-react';
import { Field } from './Field.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export type SearchInputProps = Omit<TextInputProps, 'type' | 'leading' | 'trailing'> & {
  /** The accessible name, such as "Search resources"; not drawn. */
  label: string;
};

/** A search box with a magnifier. Needs no Field around it. */
export function SearchInput({ label, className, ...input }: SearchInputProps) {
  return (
    <Field label={label} isLabelHidden className={className}>
      <TextInput autoComplete="off" enterKeyHint="search" {...input} type="search" leading={<Search size={18} />} />
    </Field>
  );
}
