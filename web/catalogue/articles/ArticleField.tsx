import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId } from 'react';
import { useController } from 'react-hook-form';
import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { FieldError, FieldHint } from '#web/ui/Field.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { ResourceFieldsProps } from '../publishing/use-resource-form.ts';
import type { ResourceValues } from '../publishing/values.ts';
import { articleQuery } from './api.ts';

const ArticleEditor = lazyPart(async () => (await import('./ArticleEditor.tsx')).ArticleEditor);

const hint =
  'Members read it in the portal. Links open https addresses, email addresses or paths of the portal. Ctrl+] and Ctrl+[ indent and outdent an item of a list.';

/** Text of the resource, in an editor that loads lazily. */
export function ArticleField({ resourceId, hasText, round, onTextFilled }: ResourceFieldsProps) {
  const id = useId();
  const { field, fieldState } = useController<ResourceValues, 'article'>({ name: 'article' });
  const isSaved = resourceId !== undefined && hasText;
  const saved = useQuery({ ...articleQuery(resourceId ?? 0), staleTime: 0, enabled: isSaved });
  // The cached text may be older than the saved one.
  const isReady = !isSaved || (saved.isFetchedAfterMount && saved.isSuccess);
  const text = isSaved ? (saved.data?.document ?? null) : null;
  const error = fieldState.error?.message;

  // The editor keeps the first text; later ones only update the cache.
  useEffect(() => {
    if (isReady) onTextFilled(text);
  }, [isReady, text, onTextFilled]);

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center gap-1.5 text-sm">
        <span id={`${id}-label`} className="font-semibold">
          Text
        </span>
        <span className="text-muted-foreground">(optional)</span>
      </div>
      {isSaved && saved.isLoadingError ? (
        <LoadErrorLine query={saved}>The text could not be loaded. It stays as it is when you save.</LoadErrorLine>
      ) : (
        <Suspense fallback={<Skeleton className="h-80 rounded-md!" />}>
          {isReady ? (
            <ArticleEditor
              key={round}
              // After a conflict, or with a draft's text, the form has the text.
              saved={round === 0 ? text : ((field.value ?? null) as ArticleDocument | null)}
              pictureSizes={saved.data?.pictureSizes ?? {}}
              labelledBy={`${id}-label`}
              describedBy={error ? `${id}-hint ${id}-error` : `${id}-hint`}
              isInvalid={error !== undefined}
              fieldRef={field.ref}
              onChange={field.onChange}
            />
          ) : (
            <Skeleton className="h-80 rounded-md!" />
          )}
        </Suspense>
      )}
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
