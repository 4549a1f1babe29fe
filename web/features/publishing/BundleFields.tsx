import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useController } from 'react-hook-form';
import { resourceLimits } from '#contract/publishing-forms.ts';
import { FormSection } from '../../admin/FormDialog.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Fieldset } from '../../ui/Fieldset.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { SuggestInput } from '../../ui/SuggestInput.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { AccessFields } from './AccessFields.tsx';
import { adminResources } from './api.ts';
import { DescriptionField, FeaturedImageField, TitleField } from './ContentFields.tsx';
import { moved } from './display.ts';
import { PublishField, RappFields } from './RappFields.tsx';
import { type ResourceFieldsProps, useResourceFields } from './use-resource-form.ts';
import type { BundlePart, ResourceValues } from './values.ts';

/** A bundle: its parts, its price, and whether earlier buyers get parts that are added later (BUNDLE-02). */
export function BundleFields({ resourceId }: ResourceFieldsProps) {
  const { register } = useResourceFields();
  return (
    <>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        <PartsField />
        <div className="rounded-lg border border-border px-4 py-2">
          <Switch
            label="Include Later Parts"
            description="Members who bought the bundle also get the parts that you add later. It stays on once a member has bought the bundle."
            {...register('includesLaterParts')}
          />
        </div>
        <FeaturedImageField />
      </FormSection>
      <FormSection title="Access">
        <AccessFields resourceId={resourceId} />
      </FormSection>
      <FormSection title="RAPP Configuration">
        <RappFields />
        <PublishField label="Published" />
      </FormSection>
    </>
  );
}

/** The parts in their order, and a box that finds more by their title. */
function PartsField() {
  const { field } = useController<ResourceValues, 'parts'>({ name: 'parts' });
  const parts = field.value;
  const [announced, setAnnounced] = useState('');

  function change(next: BundlePart[], words: string) {
    field.onChange(next);
    setAnnounced(words);
  }

  return (
    <Fieldset
      legend="Parts"
      hint={`${parts.length} of at most ${resourceLimits.parts}. Two published parts are needed before publishing.`}
    >
      <p role="status" className="sr-only">
        {announced}
      </p>
      {parts.length > 0 ? (
        <ol className="mb-3 rounded-lg border border-border">
          {parts.map((part, index) => (
            <PartRow
              key={part.id}
              part={part}
              isFirst={index === 0}
              isLast={index === parts.length - 1}
              onMove={(step) => change(moved(parts, index, step), `${part.title} moved`)}
              onRemove={() =>
                change(
                  parts.filter(({ id }) => id !== part.id),
                  `${part.title} removed`,
                )
              }
            />
          ))}
        </ol>
      ) : null}
      {parts.length < resourceLimits.parts ? (
        <PartSearch parts={parts} onPick={(part) => change([...parts, part], `${part.title} added`)} />
      ) : null}
    </Fieldset>
  );
}

type PartRowProps = {
  part: BundlePart;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

function PartRow({ part, isFirst, isLast, onMove, onRemove }: PartRowProps) {
  return (
    <li className="flex items-center gap-2 border-b border-border px-3 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <TypeChip type={part.type} name={typeNames[part.type]} />
        <p className="text-sm font-semibold wrap-anywhere">{part.title}</p>
      </div>
      {part.isPublished ? null : <Badge tone="warning">Draft</Badge>}
      <IconButton
        label={`Move ${part.title} up`}
        icon={<ArrowUp size={16} />}
        size="small"
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move ${part.title} down`}
        icon={<ArrowDown size={16} />}
        size="small"
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton label={`Remove ${part.title}`} icon={<X size={16} />} size="small" onClick={onRemove} />
    </li>
  );
}

const mostSuggested = 8;

type PartSearchProps = { parts: readonly BundlePart[]; onPick: (part: BundlePart) => void };

function PartSearch({ parts, onPick }: PartSearchProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, isError, isPending } = useQuery({
    ...adminResources({ search, sort: 'title' }),
    enabled: search !== '',
  });
  const found = (data?.items ?? [])
    .filter(({ id, type }) => type !== 'bundle' && parts.every((part) => part.id !== id))
    .slice(0, mostSuggested);
  const nothing = search !== '' && !isPending && found.length === 0;
  return (
    <>
      <SuggestInput
        label="Add a part"
        placeholder="Type the title of a resource to add"
        value={text}
        onType={setText}
        suggestions={
          search === '' ? [] : found.map((one) => ({ id: String(one.id), content: <Suggested part={one} /> }))
        }
        onPick={({ id }) => {
          const picked = found.find((one) => String(one.id) === id);
          if (!picked) return;
          onPick({ id: picked.id, title: picked.title, type: picked.type, isPublished: picked.isPublished });
          setText('');
        }}
      />
      {isError ? (
        <p role="alert" className="mt-1.5 text-sm text-destructive">
          The resources could not be loaded. Type again to search once more.
        </p>
      ) : null}
      {nothing && !isError ? (
        <p role="status" className="mt-1.5 text-sm text-muted-foreground">
          No other resource matches “{search}”.
        </p>
      ) : null}
    </>
  );
}

function Suggested({ part }: { part: BundlePart }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">{part.title}</span>
      <span className="text-xs text-muted-foreground">
        {typeNames[part.type]}
        {part.isPublished ? '' : ', draft'}
      </span>
    </span>
  );
}
