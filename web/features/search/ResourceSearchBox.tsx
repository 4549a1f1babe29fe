import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Suggestions } from '#contract/search.ts';
import { SuggestInput, type Suggestion } from '../../ui/SuggestInput.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { suggestionsOf } from './api.ts';

const searchAfterMilliseconds = 300;
const suggestAfterMilliseconds = 120;

type ResourceSearchBoxProps = { value: string; onSearch: (text: string) => void };

/**
 * The search box of the catalogue: searches after a short pause in typing, or at once with Enter, and suggests resources
 * and tags while typing. Failed suggestions are not shown: the search works without them.
 */
export function ResourceSearchBox({ value, onSearch }: ResourceSearchBoxProps) {
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
