import { useQuery } from '@tanstack/react-query';
import { Link, useBlocker, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Check, Eye } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import { EditConflict } from '#web/admin/EditConflict.tsx';
import { dateAndTime, shortDate } from '#web/dates.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { useWords } from '#web/ui/words.ts';
import { useIsUploading } from '../files/use-uploads.ts';
import { onlineProducts } from './api.ts';
import { BundleFields } from './BundleFields.tsx';
import { resourceWords } from './conflict.ts';
import { dialogTitle, formKindOf, saveLabel, scheduledSaveLabel } from './display.ts';
import { type Draft, readDraft, useDraft } from './draft.ts';
import { EditorSections } from './EditorSections.tsx';
import { GenericFields, TemplateFields, ToolFields } from './ResourceForms.tsx';
import { editedOf, type ResourceFieldsProps, useResourceForm } from './use-resource-form.ts';
import { blankValues, fieldLabels } from './values.ts';

type ResourceEditorProps = {
  /** Undefined for a new resource. */
  resource?: AdminResource;
  opened: Draft['base'];
  /** Name of the draft, unique among those of one administrator. */
  name: string;
};

export function NewResourceEditor({ type }: { type: ResourceType }) {
  return <ResourceEditor opened={{ values: blankValues(type), updatedAt: '' }} name={`new-${type}`} />;
}

/** Form of a resource, with the values that were saved when the page was opened. */
export function SavedResourceEditor({ resource }: { resource: AdminResource }) {
  return <ResourceEditor resource={resource} opened={editedOf(resource)} name={String(resource.id)} />;
}

/** Page of a resource's form: wide content, settings at its side. The browser stores the typed values as a draft. */
function ResourceEditor(props: ResourceEditorProps) {
  const { id } = useMember();
  const name = `resource-draft:${id}:${props.name}`;
  const [round, setRound] = useState(0);
  // A discarded draft changes the key, so that the form starts again.
  return <Editor key={round} {...props} name={name} onDiscard={() => setRound(round + 1)} />;
}

const trail = [{ label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) }];

function Editor({ resource, opened, name, onDiscard }: ResourceEditorProps & { onDiscard: () => void }) {
  const [found] = useState(() => readDraft(name));
  // A later response leaves the values on which form and draft are based as they are.
  const [base] = useState(found?.base ?? opened);
  const leave = useLeave();
  const end = useRef(() => {});
  const { form, conflict, onTextFilled } = useResourceForm({
    resource,
    opened: base,
    onSaved: () => {
      end.current();
      leave();
    },
  });
  const draft = useDraft({ name, form, base, found });
  end.current = draft.end;
  // The fields, above all the text editor, begin with the draft.
  const isReady = useRestored(form, found);
  const [type, isPublished, publishAt] = useWatch({
    control: form.control,
    name: ['type', 'isPublished', 'publishAt'],
  });
  const { data: products = [] } = useQuery({ ...onlineProducts, enabled: conflict.fields !== null });
  const words = useWords();
  const isNew = resource === undefined;
  const title = dialogTitle(type, isNew);
  const isUploading = useIsUploading();
  usePage(title, trail);
  useFirstField(form, { isNew, isReady });

  return (
    <FormProvider {...form}>
      <form noValidate aria-label={title} onSubmit={form.onSubmit} className="flex min-h-dvh flex-col">
        <header className="sticky top-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-card px-4 py-2.5 lg:px-6">
          <Link to="/admin-dashboard" className={buttonClasses({ variant: 'ghost', size: 'small' })}>
            <ArrowLeft size={18} />
            Resources
          </Link>
          <h1 className="text-base! leading-6!">{title}</h1>
          <DraftState keptAt={draft.keptAt} published={resource?.isPublished ? resource : null} />
          <span className="ml-auto flex items-center gap-2">
            {resource ? (
              <Link
                to="/resource/$id"
                params={{ id: String(resource.id) }}
                search={{ preview: 'true' }}
                className={buttonClasses({ variant: 'outline', size: 'small' })}
              >
                <Eye size={16} />
                Preview
              </Link>
            ) : null}
            <Button
              type="submit"
              size="small"
              className="max-sm:py-1 max-sm:whitespace-normal!"
              isBusy={form.isBusy}
              unavailableReason={isUploading ? 'Wait until the upload has finished.' : undefined}
            >
              {scheduledSaveLabel(saveLabel(type, isNew), isPublished ? '' : publishAt)}
            </Button>
          </span>
        </header>
        {resource ? (
          <div className="bg-card px-4 lg:px-6">
            <EditorSections id={resource.id} current="resource" />
          </div>
        ) : null}
        {found ? (
          <div className="mx-auto w-full max-w-280 px-4 pt-6">
            <Banner>
              This is your draft of {dateAndTime(found.keptAt)}, which is not saved yet.{' '}
              <TextButton
                onClick={() => {
                  draft.end();
                  onDiscard();
                }}
              >
                Discard the draft
              </TextButton>
            </Banner>
          </div>
        ) : null}
        <main className="flex-1">
          {isReady ? (
            <Fields
              kind={formKindOf(type)}
              resourceId={resource?.id}
              hasText={(resource?.readingMinutes ?? null) !== null}
              round={conflict.timesSettled + (found?.values.article === undefined ? 0 : 1)}
              onTextFilled={onTextFilled}
            />
          ) : null}
        </main>
      </form>
      <EditConflict
        noun="resource"
        conflict={conflict}
        labels={fieldLabels}
        wordsFor={resourceWords(products, words)}
      />
      <UploadGuard isUploading={isUploading} />
    </FormProvider>
  );
}

const PathFields = lazyPart<ResourceFieldsProps>(async () => (await import('./PathFields.tsx')).PathFields);

const fieldsByKind = {
  template: TemplateFields,
  tool: ToolFields,
  bundle: BundleFields,
  path: PathFields,
  generic: GenericFields,
};

function Fields({ kind, ...fields }: ResourceFieldsProps & { kind: keyof typeof fieldsByKind }) {
  const FieldsOfKind = fieldsByKind[kind];
  return (
    <Suspense fallback={null}>
      <FieldsOfKind {...fields} />
    </Suspense>
  );
}

type DraftStateProps = { keptAt: string | null; published: Pick<AdminResource, 'updatedAt'> | null };

function DraftState({ keptAt, published }: DraftStateProps) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-muted-foreground">
      {keptAt ? (
        <>
          <Check size={16} />
          Draft kept {dateAndTime(keptAt)}
          {published ? (
            <span className="max-md:hidden">· Members see the version of {shortDate(published.updatedAt)}</span>
          ) : null}
        </>
      ) : null}
    </p>
  );
}

type EditorForm = ReturnType<typeof useResourceForm>['form'];

/**
 * Fills the form with its draft.
 * @returns whether that is done
 */
function useRestored({ reset }: EditorForm, found: Draft | null): boolean {
  const [isReady, setIsReady] = useState(found === null);
  useEffect(() => {
    if (!found) return;
    reset(found.values, { keepDefaultValues: true });
    setIsReady(true);
  }, [found, reset]);
  return isReady;
}

/** Focuses the first field of a new resource. */
function useFirstField(
  { setFocus, getValues }: EditorForm,
  { isNew, isReady }: { isNew: boolean; isReady: boolean },
): void {
  useEffect(() => {
    if (isNew && isReady) setFocus(getValues('type') === 'online_tool' ? 'onlineProductId' : 'title');
  }, [isNew, isReady, setFocus, getValues]);
}

/** Returns a function that goes back to where the editor was opened, or to the list. */
function useLeave() {
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const { history } = useRouter();
  return () => (canGoBack ? history.back() : void navigate({ to: '/admin-dashboard' }));
}

/** Dialog that asks before an upload is lost; everything else is in the draft. */
function UploadGuard({ isUploading }: { isUploading: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isUploading,
    enableBeforeUnload: isUploading,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
      title="Leave while a file is being uploaded?"
      description="The file will not be uploaded. Everything else is kept as a draft."
      confirmLabel="Leave"
      dismissLabel="Keep Editing"
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
