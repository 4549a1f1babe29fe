import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ResourceType } from '#contract/catalogue.ts';
import type { AdminResource } from '#contract/publishing.ts';
import { EditConflict } from '../../admin/EditConflict.tsx';
import { FormDialog } from '../../admin/FormDialog.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { useWords } from '../../ui/words.ts';
import { typeNames } from '../catalogue/display.ts';
import { useIsUploading } from '../files/use-uploads.ts';
import { onlineProducts } from './api.ts';
import { BundleFields } from './BundleFields.tsx';
import { resourceWords } from './conflict.ts';
import { dialogTitle, formKindOf, saveLabel, typeTiles } from './display.ts';
import { GenericFields, TemplateFields, ToolFields } from './ResourceForms.tsx';
import { type ResourceFieldsProps, useResourceForm } from './use-resource-form.ts';
import { blankValues, fieldLabels } from './values.ts';

const fieldsByKind = { template: TemplateFields, tool: ToolFields, bundle: BundleFields, generic: GenericFields };

type ResourceDialogProps = {
  /** The resource to edit; without it a type is chosen first and a new one made. */
  resource?: AdminResource;
  onClose: (isSaved?: boolean) => void;
};

/** Adds or edits a resource. Asks before anything typed is lost. */
export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const [isTypeChosen, setIsTypeChosen] = useState(resource !== undefined);
  const { form, conflict, onTextFilled } = useResourceForm({ resource, onSaved: () => onClose(true) });
  const chosenType = useWatch({ control: form.control, name: 'type' });
  const type = isTypeChosen ? chosenType : null;
  const { data: products = [] } = useQuery({ ...onlineProducts, enabled: conflict.fields !== null });
  const words = useWords();
  const isNew = resource === undefined;
  const { reset, setFocus, getValues } = form;

  function choose(tile: ResourceType) {
    reset(blankValues(tile));
    setIsTypeChosen(true);
  }

  // The pressed tile is gone, so the focus moves to the form's first field.
  useEffect(() => {
    if (isNew && isTypeChosen) setFocus(getValues('type') === 'online_tool' ? 'onlineProductId' : 'title');
  }, [isNew, isTypeChosen, setFocus, getValues]);

  return (
    <FormDialog
      form={form}
      size="large"
      isUploading={useIsUploading()}
      title={dialogTitle(type, isNew)}
      description={type ? resource?.title : 'Choose a type. You can save as a draft at any point.'}
      saveLabel={saveLabel(type ?? 'article', isNew)}
      onClose={() => onClose(false)}
      instead={type === null ? <TypeTiles onChoose={choose} /> : undefined}
      over={
        <EditConflict
          noun="resource"
          conflict={conflict}
          labels={fieldLabels}
          wordsFor={resourceWords(products, words)}
        />
      }
    >
      {type === null ? null : (
        <Fields
          type={type}
          resourceId={resource?.id}
          hasText={isWritten(resource)}
          round={conflict.timesSettled}
          onTextFilled={onTextFilled}
        />
      )}
    </FormDialog>
  );
}

function Fields({ type, ...fields }: ResourceFieldsProps & { type: ResourceType }) {
  const FieldsOfKind = fieldsByKind[formKindOf(type)];
  return <FieldsOfKind {...fields} />;
}

const isWritten = (resource: AdminResource | undefined) => (resource?.readingMinutes ?? null) !== null;

/** The eight types to choose from (ADM-RES-06); one column on phones. */
function TypeTiles({ onChoose }: { onChoose: (type: ResourceType) => void }) {
  return (
    <div className="grid gap-2 sm:grid-cols-12 sm:gap-3">
      {typeTiles.map(({ type, description, isSpecialised }) => (
        <TypeTile
          key={type}
          type={type}
          description={description}
          isRow={isSpecialised}
          // The specialised ones share a line by twos, the others by threes.
          isHalf={isSpecialised}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

type TypeTileProps = {
  type: ResourceType;
  description: string;
  isRow: boolean;
  isHalf: boolean;
  onChoose: (type: ResourceType) => void;
};

function TypeTile({ type, description, isRow, isHalf, onChoose }: TypeTileProps) {
  const id = useId();
  return (
    <div
      className={[
        'group relative flex items-center gap-3.5 rounded-lg border border-border bg-card px-3 py-2.5 transition-colors',
        'duration-(--duration-fast) hover:border-primary hover:bg-accent sm:p-4.5',
        isHalf ? 'sm:col-span-6' : 'sm:col-span-4',
        isRow ? '' : 'sm:flex-col sm:items-start',
      ].join(' ')}
    >
      <span
        className={`grid size-10 flex-none place-items-center rounded-md bg-accent text-accent-foreground group-hover:bg-card ${isRow ? 'sm:size-12' : ''}`}
      >
        <TypeIcon type={type} size={20} />
      </span>
      <span className="flex flex-col sm:gap-0.5">
        {/* Its name is the text that it shows (WCAG 2.5.3); it covers the whole tile. */}
        <button
          type="button"
          aria-describedby={`${id}-description`}
          onClick={() => onChoose(type)}
          className="text-left text-sm font-semibold after:absolute after:inset-0 after:rounded-lg sm:text-base focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
        >
          {typeNames[type]}
        </button>
        <span id={`${id}-description`} className="text-sm text-muted-foreground">
          {description}
        </span>
      </span>
    </div>
  );
}
