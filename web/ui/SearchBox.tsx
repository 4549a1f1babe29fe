import { useEffect, useState } from 'react';
import { SearchInput } from './SearchInput.tsx';

const pauseMilliseconds = 300;

type SearchBoxProps = { value: string; onSearch: (text: string) => void; label?: string; placeholder?: string };

/** The search box: what is typed is searched for after a short pause, or at once with Enter. */
export function SearchBox({
  value,
  onSearch,
  label = 'Search resources',
  placeholder = 'Search by title, topic or tag',
}: SearchBoxProps) {
  // What is typed but not yet searched for; null when the box shows the present search.
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && draft === value) setDraft(null);

  // The pause between key strokes is a matter of the clock, which is outside React.
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => onSearch(draft), pauseMilliseconds);
    return () => clearTimeout(timer);
  });

  return (
    <search className="min-w-0 flex-1 basis-64 max-lg:basis-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (draft !== null) onSearch(draft);
        }}
      >
        <SearchInput
          label={label}
          placeholder={placeholder}
          maxLength={100}
          value={draft ?? value}
          onChange={(event) => setDraft(event.target.value)}
        />
      </form>
    </search>
  );
}
