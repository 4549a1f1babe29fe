import { useController } from 'react-hook-form';
import { resourceLimits } from '#contract/publishing-forms.ts';
import { DocumentField } from '../files/DocumentField.tsx';
import { ImageField } from '../files/ImageField.tsx';
import { ImageListField } from '../files/ImageListField.tsx';
import { sentenceIn, useResourceFields } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

const longestFileTitle = 200;

/** What members download. */
export function ResourceFileField({ label, isOptional }: { label: 'File' | 'Template File'; isOptional?: boolean }) {
  const { getValues, setValue } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'fileUrl'>({ name: 'fileUrl' });
  return (
    <DocumentField
      label={label}
      isOptional={isOptional}
      error={fieldState.error?.message}
      document={field.value ? { url: field.value, name: getValues('fileTitle') ?? 'Uploaded file' } : null}
      getTitle={() => getValues('title')}
      inputRef={field.ref}
      onChange={(document) => {
        setValue('fileTitle', document?.name.slice(0, longestFileTitle) ?? null);
        field.onChange(document?.url ?? null);
      }}
    />
  );
}

/** The picture on the resource's card. */
export function FeaturedImageField() {
  const { setValue } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'featuredImageUrl'>({ name: 'featuredImageUrl' });
  return (
    <ImageField
      label="Featured Image"
      isOptional
      error={fieldState.error?.message}
      image={field.value}
      inputRef={field.ref}
      onChange={(image) => {
        // A thumbnail made of the former image would go on standing in its place.
        setValue('thumbnailUrl', null);
        field.onChange(image);
      }}
    />
  );
}

/** The pictures at the top of the resource's page. */
export function SlideshowField() {
  const { getValues, formState } = useResourceFields();
  const name = 'metadata.slideshowImages';
  const { field, fieldState } = useController<ResourceValues, typeof name>({ name });
  return (
    <ImageListField
      label="Slideshow Images"
      isOptional
      error={sentenceIn(fieldState.error) ?? sentenceIn(Object(formState.errors.metadata).slideshowTexts)}
      maxTextLength={resourceLimits.slideText}
      images={field.value}
      inputRef={field.ref}
      onChange={(next) => field.onChange(next(getValues(name)))}
    />
  );
}
