import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AppWindow, Search } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { ResourceSummary } from '#contract/catalogue.ts';
import { listResources } from '#contract/search.endpoints.ts';
import { useAccess } from '../features/access/api.ts';
import { cardLabel } from '../features/access/display.ts';
import { usersQuery } from '../features/accounts/admin/api.ts';
import { useMember } from '../features/accounts/api.ts';
import { typeNames } from '../features/catalogue/display.ts';
import { savedQuery, shelfQuery, unfinishedQuery } from '../features/library/api.ts';
import { linkTo, type RenderLink } from '../platform/link.tsx';
import { pageQueryOf } from '../platform/queries.ts';
import { AccessLabel } from '../ui/AccessLabel.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Overlay, useReturnFocus } from '../ui/Overlay.tsx';
import { TypeIcon } from '../ui/TypeChip.tsx';
import { linkToUser, matches, screensOf } from './search-display.ts';

type Option = { id: string; link: RenderLink; icon: ReactNode; title: string; about: string; badge?: ReactNode };
type Group = { name: string; options: Option[] };

/** How many of a kind are shown. */
const mostOfAKind = 5;
const shortestSearch = 2;

type GlobalSearchProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What was typed while the code of the search was on its way. */
  typed: { readonly current: string };
};

/** The search over everything, in a dialog; below 640 px it fills the screen (NAV-17). */
export function GlobalSearch({ isOpen, onOpenChange, typed }: GlobalSearchProps) {
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
            <SearchPanel typed={typed.current} onClose={() => onOpenChange(false)} />
          </RadixDialog.Content>
        </Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The combobox pattern of the ARIA practices: the keyboard stays in the box, arrows move the choice, Enter opens it. */
function SearchPanel({ typed, onClose }: { typed: string; onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState(typed);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const search = useDeferredValue(text.trim());
  const { groups, isLoading, hasFailed } = useFound(search);
  const options = groups.flatMap((group) => group.options);
  const chosen = options.find((one) => one.id === chosenId) ?? options[0];
  const elementId = (option: Option) => `${id}-${option.id}`;

  function choose(option: Option | undefined) {
    if (!option) return;
    setChosenId(option.id);
    document.getElementById(elementId(option))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || !chosen) return;
    const at = options.indexOf(chosen);
    const keys: Record<string, Option | undefined> = {
      ArrowDown: options[(at + 1) % options.length],
      ArrowUp: options.at(at - 1),
    };
    if (event.key in keys) {
      event.preventDefault();
      choose(keys[event.key]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const link = document.getElementById(elementId(chosen));
      if (link instanceof HTMLAnchorElement && (event.ctrlKey || event.metaKey))
        window.open(link.href, '_blank', 'noopener');
      else link?.click();
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-border px-4 py-3">
        <Search size={20} className="flex-none text-muted-foreground" />
        <input
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-results`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && elementId(chosen)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Resources, your library, screens"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
          className="min-h-9 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        <RadixDialog.Close className="min-h-9 rounded-sm px-2 text-sm font-semibold text-muted-foreground hover:bg-muted pointer-coarse:min-h-11">
          Close
        </RadixDialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <div id={`${id}-results`} role="listbox" aria-label="Results">
          {groups.map(({ name, options: ofGroup }, index) => (
            <fieldset key={name} aria-labelledby={`${id}-group-${index}`}>
              <p id={`${id}-group-${index}`} className="px-3 pt-3 pb-1 text-xs font-semibold text-muted-foreground">
                {name}
              </p>
              {ofGroup.map((option) => (
                <Result
                  key={option.id}
                  option={option}
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
      {search.length >= shortestSearch ? (
        <p className="border-t border-border px-4 py-2.5 text-right text-sm">
          {linkTo({ to: '/browse', search: { search } })({
            className: 'font-semibold text-primary hover:underline',
            onClick: onClose,
            children: `All resources for “${search}”`,
          })}
        </p>
      ) : null}
    </>
  );
}

type ResultProps = { option: Option; elementId: string; isChosen: boolean; onOpen: () => void };

function Result({ option: { link, icon, title, about, badge }, elementId, isChosen, onOpen }: ResultProps) {
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
        <span className="grid size-9 flex-none place-items-center rounded-sm bg-muted text-muted-foreground">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold">{title}</span>
          <span className="block truncate text-xs">{about}</span>
        </span>
        {badge ? <span className="flex-none max-sm:hidden">{badge}</span> : null}
      </>
    ),
  });
}

/** What the search finds of each kind, by the calls that the screens make. */
function useFound(search: string) {
  const { role } = useMember();
  const isEnough = search.length >= shortestSearch;
  const kept = { enabled: isEnough, placeholderData: isEnough ? keepPreviousData : undefined };
  const resources = useQuery({
    ...pageQueryOf(listResources, { query: { search, page: 1, pageSize: mostOfAKind } }),
    ...kept,
  });
  const users = useQuery({
    ...usersQuery({ search, page: 1 }),
    ...kept,
    enabled: isEnough && role === 'administrator',
  });
  const bought = useQuery(shelfQuery('purchased', 1));
  const unfinished = useQuery(unfinishedQuery);
  const saved = useQuery(savedQuery(1));
  const found = isEnough ? (resources.data?.items ?? []) : [];
  const access = useAccess(found.map(({ id }) => id));

  const own = new Map<number, { resource: ResourceSummary; about: string }>();
  for (const resource of saved.data?.items ?? []) own.set(resource.id, { resource, about: 'Saved' });
  for (const { resource } of bought.data?.items ?? []) own.set(resource.id, { resource, about: 'Purchased' });
  for (const { resource, progress } of unfinished.data ?? []) {
    own.set(resource.id, { resource, about: `${progress?.completionPercentage ?? 0}% complete` });
  }
  const groups: Group[] = [
    {
      name: 'Resources',
      options: found.map(({ id, type, title, estimatedDuration, accessType }) => ({
        id: `resource-${id}`,
        link: linkTo({ to: '/resource/$id', params: { id: String(id) } }),
        icon: <TypeIcon type={type} size={18} />,
        title,
        about: [typeNames[type], estimatedDuration && `${estimatedDuration} min`].filter(Boolean).join(' · '),
        badge: <AccessLabel label={cardLabel(accessType, access.of(id))} />,
      })),
    },
    {
      name: 'My library',
      options: [...own.values()]
        .filter(({ resource }) => isEnough && matches(resource.title, search))
        .map(({ resource: { id, type, title }, about }) => ({
          id: `own-${id}`,
          link: linkTo({ to: '/resource/$id', params: { id: String(id) } }),
          icon: <TypeIcon type={type} size={18} />,
          title,
          about: `${typeNames[type]} · ${about}`,
        })),
    },
    {
      name: role === 'administrator' ? 'Screens and settings' : 'Screens',
      options: screensOf(role)
        .filter(({ label, about }) => search === '' || matches(`${label} ${about}`, search))
        .map(({ label, about, link }) => ({
          id: `screen-${label}`,
          link,
          icon: <AppWindow size={18} />,
          title: label,
          about,
        })),
    },
    {
      name: 'Users',
      options: (isEnough ? (users.data?.items ?? []) : []).map(({ id, firstName, lastName, email, organization }) => ({
        id: `user-${id}`,
        link: linkToUser(email),
        icon: <Avatar name={`${firstName} ${lastName}`} />,
        title: `${firstName} ${lastName}`,
        about: [email, organization].filter(Boolean).join(' · '),
      })),
    },
  ];
  return {
    groups: groups
      .filter(({ options }) => options.length > 0)
      .map(({ name, options }) => ({ name, options: options.slice(0, mostOfAKind) })),
    isLoading: isEnough && resources.isFetching,
    hasFailed: isEnough && resources.isError,
  };
}

type Status = { search: string; count: number; isLoading: boolean; hasFailed: boolean };

function statusOf({ search, count, isLoading, hasFailed }: Status): string {
  if (hasFailed) return 'The catalogue did not answer. Check your connection, then type again.';
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}, use the arrow keys to choose`;
  return isLoading ? 'Searching' : `Nothing matches “${search}”. The link below shows what comes nearest.`;
}
