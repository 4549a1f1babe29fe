import { type ReactNode, useEffect, useState } from 'react';
import { SearchInput } from './SearchInput.tsx';

const pauseMilliseconds = 300;

type SearchFormProps = {
  value: string;
  onSearch: (text: string) => void;
  /** Renders the field from the typed text and a callback for changes. */
  children: (text: string, onType: (next: string) => void) => ReactNode;
};

/**
 * Search form that searches after a short pause, and at once with Enter or on leaving the field. It does not wait on
 * leaving, because a late search would undo the action for which the member left it, such as "Clear all filters".
 */
export function SearchForm({ value, onSearch, children }: SearchFormProps) {
  // Text that was typed but not searched for; null when the field shows the current search.
  const [draft, setDraft] = useState<string | null>(null);

  // The pause between key strokes depends on the clock, which is outside React.
  useEffect(() => {
    const timer = draft === null ? undefined : setTimeout(searchNow, pauseMilliseconds);
    return () => clearTimeout(timer);
  });

  function searchNow() {
    if (draft === null) return;
    setDraft(null);
    if (draft !== value) onSearch(draft);
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
