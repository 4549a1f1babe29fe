import { ToolbarSelect } from '../ui/Select.tsx';

type FilterSelectProps<Value extends string> = {
  label: string;
  /** Label of the option that shows every row. */
  all: string;
  /** Names of the values, in the order of the options. */
  names: Readonly<Record<Value, string>>;
  value: Value | null;
  onChange: (value: Value | null) => void;
  className?: string;
};

/** Filter of a list with one choice or none. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, names, value, onChange, className } = props;
  return (
    <ToolbarSelect
      label={label}
      className={className}
      value={value ?? ''}
      onChange={({ target }) => onChange(valuesOf(names).find((one) => one === target.value) ?? null)}
    >
      <option value="">{all}</option>
      {valuesOf(names).map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </ToolbarSelect>
  );
}

// Safe because every record passed here is a table of names with exactly the keys of its type.
const valuesOf = <Value extends string>(names: Readonly<Record<Value, string>>) => Object.keys(names) as Value[];
