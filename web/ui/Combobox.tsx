import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { TextInput } from './TextInput.tsx';

export type ComboboxOption = {
  id: string;
  title: string;
  /** Small text below the title. */
  details?: ReactNode;
  icon?: ReactNode;
};

export type ComboboxProps = Omit<FieldProps, 'children'> & {
  /** The typed text, or the title of the chosen option. */
  text: string;
  onType: (text: string) => void;
  /** Options that match the text; undefined during the first load. */
  options: readonly ComboboxOption[] | undefined;
  /** Whether the options match an earlier text; Enter then chooses none of them. */
  isStale?: boolean;
  onPick: (option: ComboboxOption) => void;
  placeholder?: string;
  /** Text of the list when nothing matches. */
  none: string;
};

/**
 * Box to choose one of many options by typing, after the combobox pattern of the ARIA practices: the focus stays in the
 * box, arrows move through the list, Enter chooses an option, Escape closes the list.
 */
export function Combobox({ text, onType, options, isStale, onPick, placeholder, none, ...field }: ComboboxProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [place, setPlace] = useState(0);
  const shown = options ?? [];
  const current = isOpen && !isStale ? shown[Math.min(place, shown.length - 1)] : undefined;

  function move(next: number) {
    setIsOpen(true);
    setPlace(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  }

  function pick(option: ComboboxOption) {
    setIsOpen(false);
    setPlace(0);
    onPick(option);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(isOpen ? Math.min(place + 1, shown.length - 1) : 0);
    else if (event.key === 'ArrowUp') move(Math.max(place - 1, 0));
    else if (event.key === 'Enter' && (current || (isOpen && isStale))) current && pick(current);
    else if (event.key === 'Escape' && isOpen) setIsOpen(false);
    else return;
    event.preventDefault();
    // Escape would also close a dialog around the box.
    event.stopPropagation();
  }

  return (
    <Field {...field}>
      <span className="relative block">
        <TextInput
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          leading={<Search size={18} />}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => {
            setIsOpen(true);
            setPlace(0);
            onType(target.value);
          }}
          onClick={() => setIsOpen(true)}
          onKeyDown={onKeyDown}
          onBlur={() => setIsOpen(false)}
        />
        {isOpen && options ? (
          <div className="absolute inset-x-0 top-full z-30 mt-1.5 animate-rise rounded-md border border-border bg-popover p-1.5 text-popover-foreground shadow-lg">
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label={field.label}
              className="max-h-72 overflow-y-auto"
            >
              {shown.map((option) => (
                <button
                  key={option.id}
                  id={`${id}-${option.id}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === current}
                  className="flex min-h-11 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-left text-sm hover:bg-muted aria-selected:bg-accent aria-selected:text-accent-foreground"
                  // The box keeps the focus, so that the list does not close before the press ends.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(option)}
                >
                  {option.icon}
                  <span className="min-w-0">
                    <span className="block font-semibold wrap-anywhere">{option.title}</span>
                    <span className="block text-xs">{option.details}</span>
                  </span>
                </button>
              ))}
            </div>
            {shown.length === 0 ? (
              <p role="status" className="px-2.5 py-2 text-sm text-muted-foreground">
                {none}
              </p>
            ) : null}
          </div>
        ) : null}
      </span>
    </Field>
  );
}
