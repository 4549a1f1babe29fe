import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { ResourceType } from '#contract/catalogue.ts';
import type { AdminResource } from '#contract/publishing.ts';
import { EditConflict } from '../../admin/EditConflict.tsx';
import { LeaveDialog } from '../../admin/LeaveDialog.tsx';
import { SaveBar } from '../../admin/SaveBar.tsx';
import { useLeaveGuard } from '../../admin/use-leave-guard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useIsUploading } from '../files/use-uploads.ts';
import { onlineProducts } from './api.ts';
import { resourceWords } from './conflict.ts';
import { dialogTitle, formKindOf, saveLabel } from './display.ts';
import { GenericFields } from './GenericFields.tsx';
import { TemplateFields } from './TemplateFields.tsx';
import { ToolFields } from './ToolFields.tsx';
import { TypeTiles } from './TypeTiles.tsx';
import { type ResourceFieldsProps, useResourceForm } from './use-resource-form.ts';
import { fieldLabels } from './values.ts';

const fieldsByKind = { template: TemplateFields, tool: ToolFields, generic: GenericFields };

type ResourceDialogProps = {
  /** The resource to edit; without it a type is chosen first and a new one made. */
  resource?: AdminResource;
  onClose: (isSaved?: boolean) => void;
};

/** Adds or edits a resource. Asks before anything typed is lost. */
export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const [type, setType] = useState<ResourceType | null>(resource?.type ?? null);
  const { form, conflict, onTextFilled } = useResourceForm({
    type: type ?? 'article',
    resource,
    onSaved: () => onClose(true),
  });
  const isUploading = useIsUploading();
  const guard = useLeaveGuard({
    isUnsaved: form.formState.isDirty || isUploading,
    onLeave: () => onClose(false),
  });
  const { data: products = [] } = useQuery({ ...onlineProducts, enabled: conflict.fields !== null });
  const isNew = resource === undefined;
  const { setFocus } = form;

  // The tile that was pressed is gone; the keyboard goes on in the form's first field.
  useEffect(() => {
    if (isNew && type) setFocus(type === 'online_tool' ? 'onlineProductId' : 'title');
  }, [isNew, type, setFocus]);

  return (
    <Dialog
      isOpen
      size="large"
      isBusy={form.isBusy}
      onOpenChange={(isOpen) => isOpen || guard.askToLeave()}
      title={dialogTitle(type, isNew)}
      description={type ? resource?.title : 'Choose a type. You can save as a draft at any point.'}
    >
      {type === null ? (
        <TypeTiles onChoose={setType} />
      ) : (
        <FormProvider {...form}>
          {/* Positioned, so that hidden texts within cannot lengthen what scrolls around the dialog. */}
          <form
            noValidate
            onSubmit={form.onSubmit}
            className="relative flex flex-col gap-8 [&_:is(input,select,textarea,button)]:scroll-mb-28"
          >
            <Fields
              type={type}
              resourceId={resource?.id}
              hasText={isWritten(resource)}
              round={conflict.timesSettled}
              onTextFilled={onTextFilled}
            />
            <SaveBar
              label={saveLabel(type, isNew)}
              isBusy={form.isBusy}
              isUploading={isUploading}
              onCancel={guard.askToLeave}
            />
          </form>
        </FormProvider>
      )}
      <EditConflict noun="resource" conflict={conflict} labels={fieldLabels} wordsFor={resourceWords(products)} />
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}

function Fields(fields: ResourceFieldsProps) {
  const FieldsOfKind = fieldsByKind[formKindOf(fields.type)];
  return <FieldsOfKind {...fields} />;
}

const isWritten = (resource: AdminResource | undefined) => (resource?.readingMinutes ?? null) !== null;
