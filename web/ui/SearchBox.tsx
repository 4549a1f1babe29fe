import { type ReactNode, useEffect, useState } from 'react';
import { SearchInput } from './SearchInput.tsx';

const pauseMilliseconds = 300;

type SearchFormProps = {
  value: string;
  onSearch: (text: string) => void;
  /** Draws the field from what is typed, and says what is typed into it. */
  children: (text: string, onType: (next: string) => void) => ReactNode;
};

/**
 * Searches for the typed text after a short pause, at once with Enter, and on leaving the field: the search of a
 * pause that ends later would undo the action for which the member left it, such as "Clear all filters".
 */
export function SearchForm({ value, onSearch, children }: SearchFormProps) {
  // What is typed but not yet searched for; null when the field shows the present search.
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && draft === value) setDraft(null);

  // The pause between key strokes is a matter of the clock, which is outside React.
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => onSearch(draft), pauseMilliseconds);
    return () => clearTimeout(timer);
  });

  function searchNow() {
    if (draft !== null) onSearch(draft);
  }

  return (
    <search className="min-w-0 flex-1 basis-64 max-lg:basis-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          searchNow();
        }}
        onBlur={searchNow}
      >
        {children(draft ?? value, setDraft)}
      </form>
    </search>
  );
}

type SearchBoxProps = Omit<SearchFormProps, 'children'> & { label?: string; placeholder?: string };

/** The search box of a list. */
export function SearchBox({
  value,
  onSearch,
  label = 'Search resources',
  placeholder = 'Search by title, topic or tag',
}: SearchBoxProps) {
  return (
    <SearchForm value={value} onSearch={onSearch}>
      {(text, onType) => (
        <SearchInput
          label={label}
          placeholder={placeholder}
          maxLength={100}
          value={text}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </SearchForm>
  );
}
