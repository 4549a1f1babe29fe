import { Search } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { linkTo } from '../platform/link.tsx';
import { Overlay, useReturnFocus } from '../ui/Overlay.tsx';
import { type Kind, type Option, shortestSearch, useFound } from './found.tsx';
import { markedParts } from './search-display.ts';

/** Maximum results of each kind while all kinds are shown. */
const mostOfAKind = 5;

type GlobalSearchProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  text: string;
  onTextChange: (text: string) => void;
};

/** Dialog with the search over everything; below 640 px it fills the screen (NAV-17). */
export function GlobalSearch({ isOpen, onOpenChange, ...typing }: GlobalSearchProps) {
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Overlay className="items-start justify-center sm:p-4 sm:pt-20">
          <RadixDialog.Content
            {...returnFocus}
            aria-describedby={undefined}
            className="flex max-h-full w-full animate-rise flex-col bg-popover text-popover-foreground shadow-lg outline-none max-sm:h-dvh sm:max-w-176 sm:rounded-xl"
          >
            <RadixDialog.Title className="sr-only">Search everything</RadixDialog.Title>
            <SearchPanel {...typing} onClose={() => onOpenChange(false)} />
          </RadixDialog.Content>
        </Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type SearchPanelProps = Pick<GlobalSearchProps, 'text' | 'onTextChange'> & { onClose: () => void };

/**
 * Search box and results, after the combobox pattern of the ARIA practices: the focus stays in the box, arrows move the
 * choice, Enter opens it.
 */
function SearchPanel({ text, onTextChange, onClose }: SearchPanelProps) {
  const id = useId();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [kindName, setKindName] = useState<string | null>(null);
  const [entered, setEntered] = useState<'here' | 'new-tab' | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const search = useDeferredValue(text.trim());
  const { kinds, isLoading, hasFailed } = useFound(search);
  const only = kinds.find(({ name }) => name === kindName);
  const shown = only ? [only] : kinds.map((kind) => ({ ...kind, options: kind.options.slice(0, mostOfAKind) }));
  const options = shown.flatMap((kind) => kind.options);
  const chosen = options.find((one) => one.id === chosenId) ?? options[0];
  const elementId = (option: Option) => `${id}-${option.id}`;
  const chosenElementId = chosen && elementId(chosen);
  // Results of an earlier text stay visible until the results of the whole text arrive.
  const isAnswered = !isLoading && search === text.trim();

  // After Enter, the first option opens once the results of the whole text are here; an option chosen with the arrow
  // keys opens at once.
  useEffect(() => {
    if (!entered || !(isAnswered || chosenId)) return;
    setEntered(null);
    const link = chosenElementId ? document.getElementById(chosenElementId) : null;
    if (link instanceof HTMLAnchorElement && entered === 'new-tab') window.open(link.href, '_blank', 'noopener');
    else link?.click();
  }, [entered, isAnswered, chosenId, chosenElementId]);

  function choose(option: Option | undefined) {
    if (!option) return;
    setChosenId(option.id);
    document.getElementById(elementId(option))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const at = chosen ? options.indexOf(chosen) : 0;
    const keys: Record<string, Option | undefined> = {
      ArrowDown: options[(at + 1) % options.length],
      ArrowUp: options.at(at - 1),
    };
    if (event.key in keys) {
      event.preventDefault();
      choose(keys[event.key]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEntered(event.ctrlKey || event.metaKey ? 'new-tab' : 'here');
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-border px-4 py-3">
        <Search size={20} className="flex-none text-muted-foreground" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-results`}
          aria-autocomplete="list"
          aria-activedescendant={chosenElementId}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Resources, your library, screens"
          value={text}
          onChange={(event) => {
            onTextChange(event.target.value);
            setChosenId(null);
            setEntered(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-9 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <RadixDialog.Close className="min-h-9 rounded-sm px-2 text-sm font-semibold text-muted-foreground hover:bg-muted pointer-coarse:min-h-11">
          Close
        </RadixDialog.Close>
      </div>
      {kinds.length > 1 ? (
        <KindFilter
          kinds={kinds}
          chosen={only?.name ?? null}
          onChoose={(name) => {
            setKindName(name);
            setChosenId(null);
            box.current?.focus();
          }}
        />
      ) : null}
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <div id={`${id}-results`} role="listbox" aria-label="Results">
          {shown.map(({ name, options: ofKind }, index) => (
            <fieldset key={name} aria-labelledby={`${id}-kind-${index}`} className="min-w-0">
              <p id={`${id}-kind-${index}`} className="px-3 pt-3 pb-1 text-xs font-semibold text-muted-foreground">
                {name}
              </p>
              {ofKind.map((option) => (
                <Result
                  key={option.id}
                  option={option}
                  search={search}
                  elementId={elementId(option)}
                  isChosen={option === chosen}
                  onOpen={onClose}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <p
          role="status"
          className={options.length > 0 ? 'sr-only' : 'px-3 py-8 text-center text-sm text-muted-foreground'}
        >
          {statusOf({ search, count: options.length, isLoading, hasFailed })}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-border px-4 py-2.5 text-sm empty:hidden">
        {options.length > 0 ? (
          <p className="text-xs text-muted-foreground max-lg:hidden">
            <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> open · <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab
          </p>
        ) : null}
        {search.length >= shortestSearch
          ? linkTo({ to: '/browse', search: { search } })({
              className: 'ml-auto font-semibold text-primary hover:underline',
              onClick: onClose,
              children: `All resources for “${search}”`,
            })
          : null}
      </div>
    </>
  );
}

type KindFilterProps = {
  kinds: readonly Kind[];
  /** Name of the chosen kind; null for all kinds. */
  chosen: string | null;
  onChoose: (name: string | null) => void;
};

/** Buttons that limit the results to one kind and then show more of it. */
function KindFilter({ kinds, chosen, onChoose }: KindFilterProps) {
  const all = [{ name: null, count: '' }, ...kinds];
  return (
    <fieldset
      aria-label="Kinds of results"
      className="flex min-w-0 flex-none gap-1 overflow-x-auto border-b border-border px-4 py-2 [scrollbar-width:none]"
    >
      {all.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
          className="min-h-8 flex-none rounded-sm px-2.5 text-sm text-muted-foreground hover:bg-muted aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-accent-foreground pointer-coarse:min-h-11"
        >
          {name ?? 'All'} {count}
        </button>
      ))}
    </fieldset>
  );
}

type ResultProps = { option: Option; search: string; elementId: string; isChosen: boolean; onOpen: () => void };

function Result({ option: { link, picture, title, about, badge }, search, elementId, isChosen, onOpen }: ResultProps) {
  return link({
    id: elementId,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isChosen,
    onClick: onOpen,
    className:
      'flex min-h-13 items-center gap-3 rounded-md px-3 py-1.5 hover:bg-muted aria-selected:bg-accent aria-selected:text-accent-foreground',
    children: (
      <>
        <span className="grid size-9 flex-none place-items-center overflow-hidden rounded-sm bg-muted text-muted-foreground">
          {picture}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-sm font-semibold">
            <Marked text={title} search={search} />
          </span>
          <span className="line-clamp-2 text-xs sm:line-clamp-1">
            <Marked text={about} search={search} />
          </span>
        </span>
        {badge ? <span className="flex-none">{badge}</span> : null}
      </>
    ),
  });
}

/** Text whose parts that match the search are underlined. */
function Marked({ text, search }: { text: string; search: string }) {
  const parts = markedParts(text, search).map(({ at, part, isMarked }) =>
    isMarked ? (
      <mark
        key={at}
        className="bg-transparent text-inherit underline decoration-primary decoration-2 underline-offset-3"
      >
        {part}
      </mark>
    ) : (
      part
    ),
  );
  return <>{parts}</>;
}

type Status = { search: string; count: number; isLoading: boolean; hasFailed: boolean };

function statusOf({ search, count, isLoading, hasFailed }: Status): string {
  if (hasFailed) return 'The catalogue did not answer. Check your connection, then type again.';
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}, use the arrow keys to choose`;
  return isLoading ? 'Searching' : `Nothing matches “${search}”. The link below shows what comes nearest.`;
}
