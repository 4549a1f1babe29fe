import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { SearchInput, type SearchInputProps } from './SearchInput.tsx';

export type Suggestion = { id: string; content: ReactNode };

export type SuggestInputProps = Omit<SearchInputProps, 'onChange' | 'onKeyDown' | 'value'> & {
  value: string;
  onType: (text: string) => void;
  /** Shown while the member types; undefined until they are loaded. */
  suggestions: readonly Suggestion[] | undefined;
  onPick: (suggestion: Suggestion) => void;
};

/**
 * Search box with suggestions below, after the listbox pattern of the ARIA practices. The focus stays in the box.
 * Arrows move the choice; Enter picks it, or searches when there is none; Escape closes the list and keeps the text.
 * The number of suggestions is announced, because `aria-expanded` is not defined for the role of a search box, which
 * the box keeps.
 */
export function SuggestInput({ value, onType, suggestions = [], onPick, ...input }: SuggestInputProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  // The list opens only while the member types, because text that is pasted or filled in as a whole is searched for as
  // it is.
  const isTyping = useRef(false);
  const isShown = isOpen && suggestions.length > 0;
  const chosen = isShown ? suggestions.find((one) => one.id === chosenId) : undefined;
  const optionId = (suggestion: Suggestion) => `${id}-${suggestion.id}`;

  function close() {
    setIsOpen(false);
    setChosenId(null);
  }

  function pick(suggestion: Suggestion) {
    close();
    onPick(suggestion);
  }

  function choose(suggestion: Suggestion | undefined) {
    setChosenId(suggestion?.id ?? null);
    if (suggestion) document.getElementById(optionId(suggestion))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    isTyping.current = !event.ctrlKey && !event.metaKey;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (suggestions.length === 0) return;
      event.preventDefault();
      if (!isShown) setIsOpen(true);
      choose(neighbourOf(suggestions, chosen, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape' && isShown) {
      // Otherwise the browser would empty the search box.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Enter') close();
  }

  return (
    <div className="relative">
      <SearchInput
        {...input}
        value={value}
        onChange={(event) => {
          setIsOpen(isTyping.current);
          setChosenId(null);
          onType(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onKeyUp={() => {
          isTyping.current = false;
        }}
        onBlur={close}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
      />
      {isShown ? (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[min(26rem,60dvh)] animate-rise overflow-y-auto rounded-md border border-border bg-popover p-1.5 text-popover-foreground shadow-lg"
        >
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.id}
              id={optionId(suggestion)}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={suggestion === chosen}
              className="flex min-h-10 w-full items-center gap-2.5 rounded-sm px-3 py-1.5 text-left text-sm hover:bg-muted aria-selected:bg-accent aria-selected:text-accent-foreground pointer-coarse:min-h-11"
              // The box keeps the focus, so that the list does not close before the press ends.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(suggestion)}
            >
              {suggestion.content}
            </button>
          ))}
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isShown ? countOf(suggestions.length) : null}
      </p>
    </div>
  );
}

const countOf = (count: number) =>
  `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys to choose`;

/**
 * Returns the suggestion before or after the chosen one; undefined, for the text itself, before the first and after the
 * last.
 */
function neighbourOf(suggestions: readonly Suggestion[], chosen: Suggestion | undefined, step: 1 | -1) {
  const index = chosen ? suggestions.indexOf(chosen) : -1;
  if (index === -1 && step === -1) return suggestions.at(-1);
  return suggestions[index + step];
}
