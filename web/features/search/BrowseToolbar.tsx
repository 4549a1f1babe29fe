import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Suggestions } from '#contract/search.ts';
import { Button } from '../../ui/Button.tsx';
import { ToolbarSelect } from '../../ui/Select.tsx';
import { SuggestInput, type Suggestion } from '../../ui/SuggestInput.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { keysOf, sortNames, typeNames } from '../catalogue/display.ts';
import { suggestionsOf } from './api.ts';
import type { BrowseControl } from './BrowseFilters.tsx';
import { filterCount, narrowed, sortChoices } from './browse-display.ts';

const loadSheet = () => import('./FilterSheet.tsx');
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }));

/** Search, sort and, below 1024 px, the button of the filters. */
export function BrowseToolbar({ query, onChange }: BrowseControl) {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isSheetWanted, setIsSheetWanted] = useState(false);
  const count = filterCount(query);
  const choices = sortChoices(query);

  function openSheet() {
    setIsSheetWanted(true);
    setIsSheetOpen(true);
  }

  return (
    <div className="flex flex-wrap gap-3">
      <ResourceSearchBox
        value={query.search}
        onSearch={(search) => onChange(narrowed(query, { search }), { replace: true })}
      />
      <Button
        variant="outline"
        className="flex-1 lg:hidden"
        onClick={openSheet}
        onPointerEnter={() => void loadSheet()}
        onFocus={() => void loadSheet()}
      >
        <SlidersHorizontal size={18} />
        Filters{count > 0 ? ` (${count})` : null}
      </Button>
      <ToolbarSelect
        label="Sort by"
        prefix="Sort"
        className="min-w-0 max-lg:flex-1 lg:min-w-48"
        value={query.sort ?? choices[0]?.value}
        onChange={(event) => {
          const sort = keysOf(sortNames).find((key) => key === event.target.value);
          onChange(narrowed(query, { sort }));
        }}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </ToolbarSelect>
      {isSheetWanted ? (
        <Suspense fallback={null}>
          <FilterSheet isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} query={query} onChange={onChange} />
        </Suspense>
      ) : null}
    </div>
  );
}

const searchAfterMilliseconds = 300;
const suggestAfterMilliseconds = 120;

type ResourceSearchBoxProps = { value: string; onSearch: (text: string) => void };

/**
 * The search box of the catalogue: searches after a short pause in typing, or at once with Enter, and suggests resources
 * and tags while typing. Failed suggestions are not shown: the search works without them.
 */
function ResourceSearchBox({ value, onSearch }: ResourceSearchBoxProps) {
  // What is typed but not yet searched for; null when the box shows the present search.
  const [draft, setDraft] = useState<string | null>(null);
  if (draft !== null && draft === value) setDraft(null);
  const text = draft ?? value;
  const navigate = useNavigate();
  // A search from the address loads no suggestions before the member types.
  const [typed, setTyped] = useState('');
  const { data } = useQuery(suggestionsOf(useDebounced(typed, suggestAfterMilliseconds)));

  // The pause between key strokes is a matter of the clock, which is outside React.
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => onSearch(draft), searchAfterMilliseconds);
    return () => clearTimeout(timer);
  });

  function searchFor(wanted: string) {
    setDraft(wanted);
    onSearch(wanted);
  }

  function pick({ id }: Suggestion) {
    const resource = data?.resources.find((one) => resourceKey(one.id) === id);
    const topic = data?.topics.find((one) => topicKey(one) === id);
    if (resource) void navigate({ to: '/resource/$id', params: { id: String(resource.id) } });
    else if (topic) searchFor(topic);
  }

  return (
    <search className="min-w-0 flex-1 basis-64 max-lg:basis-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (draft !== null) onSearch(draft);
        }}
      >
        <SuggestInput
          label="Search resources"
          placeholder="Search by title, topic or tag"
          maxLength={100}
          value={text}
          onType={(next) => {
            setDraft(next);
            setTyped(next);
          }}
          suggestions={data && listOf(data)}
          onPick={pick}
        />
      </form>
    </search>
  );
}

const resourceKey = (id: number) => `resource-${id}`;
const topicKey = (topic: string) => `topic-${topic}`;

function listOf({ resources, topics }: Suggestions): Suggestion[] {
  return [
    ...resources.map(({ id, title, type }) => ({
      id: resourceKey(id),
      content: (
        <>
          <span className="flex-none text-muted-foreground">
            <TypeIcon type={type} />
          </span>
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">{title}</span>
          <span className="flex-none text-xs text-muted-foreground max-sm:sr-only">{typeNames[type]}</span>
        </>
      ),
    })),
    ...topics.map((topic) => ({
      id: topicKey(topic),
      content: (
        <>
          <Search size={16} className="flex-none text-muted-foreground" />
          <span className="min-w-0 flex-1 wrap-anywhere">{topic}</span>
          <span className="flex-none text-xs text-muted-foreground">Topic</span>
        </>
      ),
    })),
  ];
}

/** A value once it has not changed for a while. */
function useDebounced(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
