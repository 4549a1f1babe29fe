import { useQueries } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { maxPinnedResources, settingLimits } from '#contract/identity/settings-admin.ts';
import { resourceQuery } from '#web/catalogue/catalogue/api.ts';
import { ResourcePicker } from '#web/catalogue/publishing/ResourcePicker.tsx';
import type { PickedResource } from '#web/catalogue/publishing/values.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { FieldError, FieldHint } from '#web/ui/Field.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { fieldLabels, type SettingsValues } from './display.ts';
import { Section } from './SettingsFields.tsx';

const ArticleEditor = lazyPart(async () => (await import('#web/catalogue/articles/ArticleEditor.tsx')).ArticleEditor);

/**
 * The fields for the start of the public catalogue (FRONT-14).
 * @param round number of times the form got other values
 */
export function LandingFields({ round }: { round: number }) {
  return (
    <Section
      title="Start of the catalogue"
      about="Visitors see this at the top of the public catalogue, but not on filtered or searched pages."
    >
      <div className="flex flex-col gap-5">
        <IntroductionField key={round} />
        <PinnedField />
      </div>
    </Section>
  );
}

function IntroductionField() {
  const id = useId();
  const { field, fieldState } = useController<SettingsValues, 'introduction'>({ name: 'introduction' });
  // Read once, because the editor then keeps its own text.
  const [opened] = useState(field.value);
  const error = fieldState.error?.message;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center gap-1.5 text-sm">
        <span id={`${id}-label`} className="font-semibold">
          {fieldLabels.introduction}
        </span>
        <span className="text-muted-foreground">(optional)</span>
      </div>
      <Suspense fallback={<Skeleton className="h-80 rounded-md!" />}>
        <ArticleEditor
          saved={opened}
          pictureSizes={{}}
          labelledBy={`${id}-label`}
          describedBy={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          isInvalid={error !== undefined}
          fieldRef={field.ref}
          onChange={field.onChange}
        />
      </Suspense>
      <FieldHint id={`${id}-hint`}>
        A few sentences, at most {settingLimits.introduction.toLocaleString('en-GB')} characters.
      </FieldHint>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

function PinnedField() {
  const { field, fieldState } = useController<SettingsValues, 'pinnedResourceIds'>({ name: 'pinnedResourceIds' });
  const ids = field.value;
  const picked = useQueries({
    queries: ids.map((id) => resourceQuery(id)),
    combine: (results) =>
      results.map(({ data, isError }, index): PickedResource => {
        const id = ids[index] ?? 0;
        if (data) return { id, title: data.title, type: data.type, isPublished: data.isPublished };
        return {
          id,
          title: isError ? `Resource ${id}, not available` : `Resource ${id}`,
          type: null,
          isPublished: true,
        };
      }),
  });
  return (
    <ResourcePicker
      legend={fieldLabels.pinnedResourceIds}
      addLabel="Pin a resource"
      hint={`${ids.length} of at most ${maxPinnedResources}. A resource that is not published is not shown.`}
      error={fieldState.error?.message}
      most={maxPinnedResources}
      picked={picked}
      onChange={(next) => field.onChange(next.map(({ id }) => id))}
    />
  );
}
