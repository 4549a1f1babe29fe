import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SuggestInput } from '#web/ui/SuggestInput.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { adminResources } from './api.ts';
import { byMatch, moved } from './display.ts';
import type { PickedResource } from './values.ts';

type ResourcePickerProps = {
  legend: string;
  hint: string;
  error?: string;
  addLabel: string;
  most: number;
  picked: readonly PickedResource[];
  onChange: (picked: PickedResource[]) => void;
  isOffered?: (resource: AdminResource) => boolean;
};

/** Resources in their order, and a box that finds more by title. */
export function ResourcePicker(props: ResourcePickerProps) {
  const { legend, hint, error, addLabel, most, picked, onChange, isOffered } = props;
  const [announced, setAnnounced] = useState('');

  function change(next: PickedResource[], words: string) {
    onChange(next);
    setAnnounced(words);
  }

  return (
    <Fieldset legend={legend} hint={hint} error={error}>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {picked.length > 0 ? (
        <ol className="mb-3 rounded-lg border border-border">
          {picked.map((one, index) => (
            <PickedRow
              key={one.id}
              picked={one}
              isFirst={index === 0}
              isLast={index === picked.length - 1}
              onMove={(step) => change(moved(picked, index, step), `${one.title} moved`)}
              onRemove={() =>
                change(
                  picked.filter(({ id }) => id !== one.id),
                  `${one.title} removed`,
                )
              }
            />
          ))}
        </ol>
      ) : null}
      {picked.length < most ? (
        <ResourceSearch
          label={addLabel}
          isOffered={(one) => picked.every(({ id }) => id !== one.id) && (isOffered?.(one) ?? true)}
          onPick={({ id, title, type, isPublished }) =>
            change([...picked, { id, title, type, isPublished }], `${title} added`)
          }
        />
      ) : null}
    </Fieldset>
  );
}

type PickedRowProps = {
  picked: PickedResource;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

function PickedRow({ picked: { title, type, isPublished }, isFirst, isLast, onMove, onRemove }: PickedRowProps) {
  return (
    <li className="flex items-center gap-2 border-b border-border px-3 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        {type ? <TypeChip type={type} name={typeNames[type]} /> : null}
        <p className="text-sm font-semibold wrap-anywhere">{title}</p>
      </div>
      {type === null || isPublished ? null : <Badge tone="warning">Draft</Badge>}
      <IconButton
        label={`Move ${title} up`}
        icon={<ArrowUp size={16} />}
        size="small"
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move ${title} down`}
        icon={<ArrowDown size={16} />}
        size="small"
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton label={`Remove ${title}`} icon={<X size={16} />} size="small" onClick={onRemove} />
    </li>
  );
}

const mostSuggested = 8;

/** Number of matches among which the best are sought: the most that one call replies. */
const mostCompared = 200;

type ResourceSearchProps = {
  label: string;
  isOffered: (resource: AdminResource) => boolean;
  onPick: (picked: AdminResource) => void;
};

export function ResourceSearch({ label, isOffered, onPick }: ResourceSearchProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, isLoadingError, isPending } = useQuery({
    ...adminResources({ search, sort: 'title', pageSize: mostCompared }),
    enabled: search !== '',
  });
  const found = byMatch((data?.items ?? []).filter(isOffered), search).slice(0, mostSuggested);
  const nothing = search !== '' && !isPending && found.length === 0;
  return (
    <>
      <SuggestInput
        label={label}
        placeholder="Type the title of a resource to add"
        value={text}
        onType={setText}
        suggestions={
          search === '' ? [] : found.map((one) => ({ id: String(one.id), content: <Suggested resource={one} /> }))
        }
        onPick={({ id }) => {
          const picked = found.find((one) => String(one.id) === id);
          if (!picked) return;
          onPick(picked);
          setText('');
        }}
      />
      {isLoadingError ? (
        <p role="alert" className="mt-1.5 text-sm text-destructive">
          The resources could not be loaded. Type again to search once more.
        </p>
      ) : null}
      {nothing && !isLoadingError ? (
        <p role="status" className="mt-1.5 text-sm text-muted-foreground">
          No other resource matches “{search}”.
        </p>
      ) : null}
    </>
  );
}

function Suggested({ resource }: { resource: AdminResource }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">{resource.title}</span>
      <span className="text-xs text-muted-foreground">
        {typeNames[resource.type]}
        {resource.isPublished ? '' : ', draft'}
      </span>
    </span>
  );
}
