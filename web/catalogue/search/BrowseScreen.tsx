import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { usePage } from '#web/platform/page.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { SearchForm } from '#web/ui/SearchBox.tsx';
import { SuggestInput, type Suggestion } from '#web/ui/SuggestInput.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { typeNames } from '../catalogue/display.ts';
import { ResourceCards } from '../catalogue/ResourceCards.tsx';
import { browseClosest, browseCounts, browseResources, suggestionsOf } from './api.ts';
import { BrowseFilters, FilterColumn } from './BrowseFilters.tsx';
import { BrowseResults, browseGrid } from './BrowseResults.tsx';
import { BrowseToolbar } from './BrowseToolbar.tsx';
import { type BrowseQuery, narrowed } from './browse-display.ts';
import { ClosestMatches } from './ClosestMatches.tsx';
import { useBrowse } from './use-browse.ts';

/** The whole catalogue. Filters, search, sort and page are in the URL. */
export function BrowseScreen() {
  const { query, narrow, turnTo } = useBrowse();
  // The server renders the filters for every window, and the stylesheet hides them in narrow ones.
  const isWide = useMedia('(min-width: 64rem)', true);
  const { data: counts } = useQuery(browseCounts(query));
  const found = useQuery(browseResources(query));
  usePage('Browse Resources');
  return (
    <>
      <PageHeading
        title="Browse Resources"
        subtitle="Tools, templates and reading for each stage of responsible adoption."
      />
      <div className="grid gap-8 lg:grid-cols-[var(--filter-width)_minmax(0,1fr)]">
        {isWide ? (
          <FilterColumn query={query} onChange={narrow}>
            <BrowseFilters query={query} onChange={narrow} counts={counts} />
          </FilterColumn>
        ) : null}
        <div className="flex min-w-0 flex-col gap-4">
          <BrowseToolbar
            query={query}
            onChange={narrow}
            counts={counts}
            search={
              <ResourceSearchBox
                value={query.search}
                onSearch={(search) => narrow(narrowed(query, { search }), { replace: true })}
              />
            }
          />
          <div>
            <BrowseResults
              query={query}
              onChange={narrow}
              found={found}
              cards={(resources) => <ResourceCards resources={resources} headingLevel={2} className={browseGrid} />}
              closest={<ClosestResources query={query} />}
              onPage={turnTo}
            />
          </div>
        </div>
      </div>
    </>
  );
}

const suggestAfterMilliseconds = 120;

type ResourceSearchBoxProps = { value: string; onSearch: (text: string) => void };

/**
 * Search box of the catalogue, which suggests resources and tags while the member types. Failed suggestions are not
 * shown, because the search works without them.
 */
function ResourceSearchBox({ value, onSearch }: ResourceSearchBoxProps) {
  const navigate = useNavigate();
  // A search from the URL loads no suggestions before the member types.
  const [typed, setTyped] = useState('');
  const { data } = useQuery(suggestionsOf(useDebounced(typed, suggestAfterMilliseconds)));
  return (
    <SearchForm value={value} onSearch={onSearch}>
      {(text, onType) => (
        <SuggestInput
          label="Search resources"
          placeholder="Search by title, topic or tag"
          maxLength={100}
          value={text}
          onType={(next) => {
            onType(next);
            setTyped(next);
          }}
          suggestions={data && listOf(data)}
          onPick={({ id }) => {
            const resource = data?.resources.find((one) => resourceKey(one.id) === id);
            const topic = data?.topics.find((one) => topicKey(one) === id);
            if (resource) void navigate({ to: '/resource/$id', params: { id: String(resource.id) } });
            if (topic === undefined) return;
            onType(topic);
            onSearch(topic);
          }}
        />
      )}
    </SearchForm>
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

/** Returns a value once it has not changed for a while. */
function useDebounced(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Resources that come nearest to a search, with the member's access to them. */
function ClosestResources({ query }: { query: BrowseQuery }) {
  const { data } = useQuery(browseClosest(query));
  return (
    <ClosestMatches resources={data} query={query}>
      {(resources) => <ResourceCards resources={resources} headingLevel={3} className={browseGrid} />}
    </ClosestMatches>
  );
}
