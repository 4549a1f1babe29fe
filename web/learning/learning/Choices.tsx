import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { peopleQuery } from '#web/organisations/organisations/api.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Loaded, type LoadedQuery } from '#web/ui/Loaded.tsx';
import { ChoiceSearch } from '#web/ui/SearchInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { choiceQuery } from './api.ts';

type Choice = { id: number; name: string; detail: string };
type ChoiceProps = {
  /** Names of the chosen items by id, so that they stay when a search hides them. */
  chosen: ReadonlyMap<number, string>;
  most: number;
  onChoose: (chosen: ReadonlyMap<number, string>) => void;
};

/** Choice of published resources. Bundles are left out, because they have no end of their own. */
export function ChooseResources(props: ChoiceProps) {
  const [search, setSearch] = useState('');
  const query = useQuery(choiceQuery(search.trim()));
  return (
    <Choices
      {...props}
      label="Search resources"
      placeholder="Search by title or words"
      none="No resources match this search."
      search={search}
      onSearch={setSearch}
      query={query}
      choices={({ items }) =>
        items
          .filter(({ type }) => type !== 'bundle')
          .map(({ id, title, type }) => ({ id, name: title, detail: typeNames[type] }))
      }
    />
  );
}

/** Number of people that the choice offers; a search finds the others. */
const offeredPeople = 50;

export function ChoosePeople({ organisationId, ...props }: ChoiceProps & { organisationId: number }) {
  const [search, setSearch] = useState('');
  const query = useQuery(peopleQuery(organisationId, { search: search.trim() || undefined, pageSize: offeredPeople }));
  return (
    <Choices
      {...props}
      label="Search people"
      placeholder="Search by name or email"
      none="No people match this search."
      search={search}
      onSearch={setSearch}
      query={query}
      choices={({ items }) => items.map(({ userId, name, email }) => ({ id: userId, name, detail: email }))}
    />
  );
}

type Page<Item> = { items: readonly Item[]; totalCount: number };
type ChoicesProps<Item> = ChoiceProps & {
  label: string;
  placeholder: string;
  none: string;
  search: string;
  onSearch: (search: string) => void;
  query: LoadedQuery<Page<Item>>;
  choices: (page: Page<Item>) => Choice[];
};

function Choices<Item>(props: ChoicesProps<Item>): ReactNode {
  const { chosen, most, onChoose, label, placeholder, none, search, onSearch, query, choices } = props;

  function toggle({ id, name }: Choice) {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, name);
    onChoose(next);
  }

  return (
    <div className="flex flex-col gap-3">
      <ChoiceSearch label={label} placeholder={placeholder} value={search} onSearch={onSearch} />
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-48 w-full" />}
        failure="The choices did not load"
        safe="Nothing was assigned."
      >
        {(page) => {
          const offered = choices(page);
          const hidden = [...chosen].filter(([id]) => !offered.some((one) => one.id === id));
          if (offered.length === 0 && hidden.length === 0) {
            return <p className="text-sm text-muted-foreground">{none}</p>;
          }
          return (
            <div className="mb-1.5 flex max-h-80 flex-col overflow-y-auto rounded-md border border-border">
              {[...hidden.map(([id, name]) => ({ id, name, detail: 'Chosen' })), ...offered].map((one) => (
                <Checkbox
                  key={one.id}
                  className="px-4 py-2"
                  label={one.name}
                  detail={one.detail}
                  disabled={!chosen.has(one.id) && chosen.size >= most}
                  checked={chosen.has(one.id)}
                  onChange={() => toggle(one)}
                />
              ))}
              {page.totalCount > page.items.length ? (
                <p className="border-t border-border px-4 py-2.5 text-sm text-muted-foreground">
                  There are more. Search to find the others.
                </p>
              ) : null}
            </div>
          );
        }}
      </Loaded>
    </div>
  );
}
